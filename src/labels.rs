//! Every word of the interface in both languages, from `assets/labels.toml`.
//!
//! A label is a value, never a string: a missing or superfluous text fails a test, and there is no silent fallback.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::case::Language;

macro_rules! labels {
    ($($name:ident,)+) => {
        /// A text of the interface. What it says stands in `assets/labels.toml` under its name in kebab case.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the texts themselves are the documentation")]
        pub enum Label { $($name,)+ }

        impl Label {
            /// Every label.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            fn variant(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }
        }
    };
}

labels! {
    // The page of a case.
    Summary, Severity, Scope, Users, Region, TimeToDetect, TimeToResolve, ImpairedFor, ImpairedOf, Timeline,
    Starts, Detected, Resolved, Symptoms, RootCause, Trigger, ContributingFactors, Components, Domain, Detection,
    Remediation, ActionItems, Lessons, Sources, ArchivedCopy, NamedByRecord, RecurrenceOf, CheckYourCluster, WrittenBy,
    ReviewedBy, Steps, Items,
    // Questions for one's own system.
    AskComponents, AskTrigger, AskFactor, AskAction,
    // Related cases.
    RelatedCases, Score, SameCause, Shared, SameOrganisation, Recurrence, NoneRelated,
    // Header, list and panes.
    Product, LanguageName, OtherLanguage, BuiltIn, CaseCount, FoundOf, NoneOf, Loading, Marked, BackToList, BackToCase,
    TooSmall, NoCases, NoCaseShown, NothingFound, AlikeFound, FoundBy, ZoneId, ZoneCause, ZoneRest, ZoneFuzzy, Year,
    Source, NothingFoundNearest, ExcludesAllAlone, ExcludesAll, UnknownField, UnknownValue, UnknownValueNear, BadValue,
    // Orders and columns.
    SortMatch, SortAlike, SortNewest, SortDate, SortOrganisation, SortTitle, SortResolve, ColumnSource, ColumnNamed,
    SortMenuTitle,
    // Popups and prompts.
    CopyTitle, LinksTitle, FacetsTitle, FixesTitle, CompareTitle, TopicsTitle, PaletteTitle, HelpTitle, ProblemsTitle,
    HelpList, HelpCase, HelpRelated, HelpPanes, HelpCopy, LikePrompt, FindHere, WriteTo, PlainFoot,
    // The foot line.
    Close, Choose, Scroll, Rows, Run, Write, ToList, ToMatches, OpenCase, KeepFilter, FootOpen, FootFilter, FootFind,
    FootCopy, FootBack, FootPane, FootMark, FootSort, FootPalette, FootQuit, FootKeys, FootBrief, FootFacets, FootLike,
    FootFixes, Toggle, Exclude, FootLinks, FootHistory, FootUndo, FootNext, FootFlag, FootQuestion,
    // Notices.
    NothingSelected, NothingAlike, MarkTwo, NoFixes, NothingToCopy, NothingToFollow, NothingLookedFor, StillCopying,
    NoShell, NoMatch, NoAddress, NotAWebAddress, NoSuchCase, NoSuchKey, NoSuchAction, NoProblems, OnlyItemsAreMarked,
    RangeBegun, MarksCleared, CaseGone, HistoryStart, HistoryEnd, PressQToQuit, CancelAgain, TypedByMistake, MouseOn,
    MouseOff, RouteNative, RouteTmux, RouteTerminal, RouteTerminalTmux, RouteFile, NotCopied, Written, NotWritten,
    Opened, NotOpened, MoreFaults, NoView,
    // Actions.
    ActMoveDown, ActMoveUp, ActGoTop, ActGoBottom, ActPageDown, ActPageUp, ActOpen, ActStepBack, ActNextPane,
    ActPreviousPane, ActFilter, ActFind, ActNextMatch, ActPreviousMatch, ActFindLike, ActChooseFacet, ActShowFixes,
    ActCompare, ActShowAll, ActToggleBrief, ActGoSummary, ActGoFacts, ActGoSymptoms, ActGoCause, ActGoDetection,
    ActGoRemediation, ActGoActionItems, ActGoLessons, ActGoSources, ActCopy, ActCopyItem, ActCopyActionItems,
    ActCopyRemediation, ActCopyId, ActCopyAddress, ActCopyLinks, ActCopyTitle, ActCopySummary, ActCopyMarkdown,
    ActCopyJson, ActCopyBoth, ActCopyChecks, ActCopyToFile, ActShowPlain, ActWriteFile, ActMark, ActMarkRange,
    ActMarkAll, ActClearMarks, ActOpenPage, ActChooseLink, ActChooseTopic, ActToggleLanguage, ActToggleBoth,
    ActToggleRelated, ActToggleZoom, ActChooseSort, ActGoBack, ActGoForward, ActOpenPalette, ActShowHelp,
    ActShowProblems, ActToggleMouse, ActReload, ActRedraw, ActSuspend, ActCancel, ActLeave, ActQuit, ActAccept,
    ActReject, ActDefer, ActNextUndecided, ActPreviousUndecided, ActEditNote, ActFlagField, ActUndo, ActRedo,
    ActStartTriage, ActStartReview, ActEndDesk, ActShowReport, ActShowTrail, ActToggleStar, ActShowStarred,
    ActEditCase, ActWidenList, ActNarrowList, ActShowDrafts,
    // The desks.
    NoDeskForVerdict, DeskTriage, DeskReview, Applies, RuledOut, Later, Approved, RejectedCase, ItemToDo, ItemHave,
    ItemNotOurs, FaultFacts, FaultSource, FaultDurations, FaultLanguage, FaultDuplicate, FaultOther, Note, Flagged,
    NoDesk, IncidentPrompt, FlagPrompt, FaultPrompt, FaultsTitle, NoteTitle, NoteKeys, NoteNewLine, NoteLater,
    DraftKept, Drafts, NoteSaved, NoteChanged, NoteRemoved, NotSaved, NotKept, Judged, JudgedMany, AllJudged, NoneUndecided,
    ItemJudged, ConfirmVerdict, ConfirmHidden, NoMarkedInView, Yes, No, Undone, UndoneMany, Redone, RedoneMany,
    NothingToUndo, NothingToRedo, FieldFlagged, DeskStarted, DeskEnded, Checking, SortFindings, Starred,
    Unstarred, NothingHappened, OfferTitle, OfferDesk, OfferCase, OfferQuery, OfferDrafts, OfferResume, OfferLater,
    OfferDiscard, Resumed, EditBuiltIn, NotEdited, EditedTitle, EditedNothing, CopyText, NotRead, Verdict,
    NoVerdict, LinesSkipped, JournalGone, ReportTitle, ConfirmJudged, ConfirmDrafts, ConfirmEditAgain, DraftsTitle,
    NoDrafts,
    // Reports.
    ReportTriage, ReportReview, ReportLooked, ReportAsOf, ReportApplies, ReportRuledOut, ReportLater, ReportApproved,
    ReportRejected, ReportToDo, ReportHave, ReportNotOurs, ReportFlags, ReportNotes, ReportResolvedIn, ReportFoundBy,
    ReportNothing, ReportGone, TrailTitle, TrailOpened, TrailCopied,
    // What is odd in a file.
    OddUnreadable, OddNotUtf8, OddNotUtf8Like, OddNotJson, OddNoId, OddExpected, OddDate, OddDuration, OddTime,
    OddBrokenLink, OddOutsideLink, OddNotAFile, OddTooLarge, OddTooDeep, OddSameId, OddEmpty, OddJournalLine,
    // What a curator would mend.
    FlawMissing, FlawNoText, FlawSameText, FlawFigures, FlawUnknownSlug, FlawTwice, FlawDetectedLate, FlawImpairedLong,
    FlawEventEarlier, FlawAllBefore, FlawWholeHours, FlawNotAnAddress, FlawDeadAddress, FlawCharacter, FlawNotComposed,
    FlawSameEvent, FlawNoSuchClock, FlawNoSuchCase, LintSummary, OnlyIn, FlawSameSummary, FlawSharedSource, FlawSameDay,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    en: String,
    ko: String,
}

impl Label {
    /// What it says.
    pub fn text(self, language: Language) -> &'static str {
        static TEXTS: OnceLock<Vec<Pair>> = OnceLock::new();
        let pair = &TEXTS.get_or_init(|| {
            // A test reads the file and asks for every label, so that a release cannot lack one.
            let mut table = parse().unwrap_or_default();
            Self::ALL
                .iter()
                .map(|label| {
                    table.remove(&kebab(label.variant())).unwrap_or(Pair { en: String::new(), ko: String::new() })
                })
                .collect()
        })[self as usize];
        match language {
            Language::English => &pair.en,
            Language::Korean => &pair.ko,
        }
    }

    /// What it says, with values put in for `{name}`.
    pub fn with(self, language: Language, values: &[(&str, &str)]) -> String {
        // A text for one and a text for many, parted by a slash: only English has both.
        let text = self.text(language);
        let text = match text.split_once('/') {
            Some((one, many)) if text.contains("{n}") => {
                if values.contains(&("n", "1")) {
                    one
                } else {
                    many
                }
            }
            _ => text,
        };
        let mut out = text.to_owned();
        for (name, value) in values {
            out = out.replace(&format!("{{{name}}}"), value);
        }
        out
    }
}

fn parse() -> Result<BTreeMap<String, Pair>, toml::de::Error> {
    toml::from_str(include_str!("../assets/labels.toml"))
}

/// `CopyActionItems` as `copy-action-items`.
pub fn kebab(variant: &str) -> String {
    let mut out = String::with_capacity(variant.len() + 4);
    for (at, c) in variant.chars().enumerate() {
        if c.is_ascii_uppercase() && at > 0 {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_says_something_in_both_languages_and_no_text_is_left_over() {
        let mut table = parse().unwrap();
        for label in Label::ALL {
            let pair = table.remove(&kebab(label.variant())).unwrap_or_else(|| panic!("{label:?} has no text"));
            assert!(!pair.en.trim().is_empty() && !pair.ko.trim().is_empty(), "{label:?}");
            let holes = |text: &str| text.split('/').next_back().map_or(0, |many| many.matches('{').count());
            assert_eq!(holes(&pair.en), holes(&pair.ko), "{label:?}");
        }
        assert!(table.is_empty(), "{:?}", table.keys());
    }

    #[test]
    fn labels_of_the_first_records_stay() {
        for (label, english, korean) in [
            (Label::TimeToResolve, "Time to resolve", "복구까지"),
            (Label::Users, "Users affected", "영향 사용자"),
            (Label::Trigger, "Trigger", "촉발"),
            (Label::SameCause, "same root cause", "같은 원인"),
            (Label::CheckYourCluster, "Check your cluster for this", "내 클러스터에도 있는지 확인하기"),
        ] {
            assert_eq!(label.text(Language::English), english);
            assert_eq!(label.text(Language::Korean), korean);
        }
    }

    #[test]
    fn values_are_put_in() {
        assert_eq!(Label::FoundOf.with(Language::Korean, &[("n", "8"), ("total", "242")]), "242건 중 8건");
        assert_eq!(Label::CaseCount.with(Language::English, &[("n", "1")]), "1 case");
        assert_eq!(Label::CaseCount.with(Language::English, &[("n", "2")]), "2 cases");
    }
}
