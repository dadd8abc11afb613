//! Everything that a person can do on the screen, by name. The key table, the palette, the help and the foot line all
//! speak of these; none of them knows more of an action than its name and its words.

use crate::labels::Label;

macro_rules! actions {
    ($($(#[doc = $doc:literal])* $name:ident $label:ident,)+) => {
        /// Something to do. Named verb first; the name in files is the same in kebab case.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action { $($(#[doc = $doc])* $name,)+ }

        impl Action {
            /// Every action, in the order of the help.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Its words.
            pub fn label(self) -> Label {
                match self { $(Self::$name => Label::$label,)+ }
            }

            fn variant(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }
        }
    };
}

actions! {
    /// One row or line down.
    MoveDown ActMoveDown,
    /// One row or line up.
    MoveUp ActMoveUp,
    /// To the first row or line.
    GoTop ActGoTop,
    /// To the last row or line.
    GoBottom ActGoBottom,
    /// Half a page down.
    PageDown ActPageDown,
    /// Half a page up.
    PageUp ActPageUp,
    /// Open the case, or follow what is under the cursor.
    Open ActOpen,
    /// One step back: pane, then filter.
    StepBack ActStepBack,
    /// Focus the next pane.
    NextPane ActNextPane,
    /// Focus the pane before.
    PreviousPane ActPreviousPane,
    /// Filter the list.
    Filter ActFilter,
    /// Find in the case.
    Find ActFind,
    /// To the next match in the case.
    NextMatch ActNextMatch,
    /// To the match before.
    PreviousMatch ActPreviousMatch,
    /// Rank cases by what they share with a pasted text, or with this case.
    FindLike ActFindLike,
    /// Narrow by cause, component, organisation and the like, with counts.
    ChooseFacet ActChooseFacet,
    /// What fixed the related or found cases, on one screen.
    ShowFixes ActShowFixes,
    /// Two cases beside each other, field by field.
    Compare ActCompare,
    /// Show all cases.
    ShowAll ActShowAll,
    /// Brief or whole case.
    ToggleBrief ActToggleBrief,
    /// To the summary.
    GoSummary ActGoSummary,
    /// To the facts.
    GoFacts ActGoFacts,
    /// To the symptoms.
    GoSymptoms ActGoSymptoms,
    /// To the root cause.
    GoCause ActGoCause,
    /// To the detection.
    GoDetection ActGoDetection,
    /// To the remediation.
    GoRemediation ActGoRemediation,
    /// To the action items.
    GoActionItems ActGoActionItems,
    /// To the lessons.
    GoLessons ActGoLessons,
    /// To the sources.
    GoSources ActGoSources,
    /// The copy menu.
    Copy ActCopy,
    /// Copy the item under the cursor.
    CopyItem ActCopyItem,
    /// Copy the action items as a checklist.
    CopyActionItems ActCopyActionItems,
    /// Copy the remediation.
    CopyRemediation ActCopyRemediation,
    /// Copy the id.
    CopyId ActCopyId,
    /// Copy the address.
    CopyAddress ActCopyAddress,
    /// Copy the source links.
    CopyLinks ActCopyLinks,
    /// Copy the title.
    CopyTitle ActCopyTitle,
    /// Copy the summary.
    CopySummary ActCopySummary,
    /// Copy the whole case as Markdown.
    CopyMarkdown ActCopyMarkdown,
    /// Copy the whole case as JSON.
    CopyJson ActCopyJson,
    /// Copy the whole case in both languages.
    CopyBoth ActCopyBoth,
    /// Copy the questions for one's own system.
    CopyChecks ActCopyChecks,
    /// Write the case to a file instead of copying.
    CopyToFile ActCopyToFile,
    /// A plain screen to select with the mouse.
    ShowPlain ActShowPlain,
    /// Write the case, or the marked ones, to a file.
    WriteFile ActWriteFile,
    /// Mark or unmark.
    Mark ActMark,
    /// Mark a range: from here to where it is pressed again.
    MarkRange ActMarkRange,
    /// Mark all that match.
    MarkAll ActMarkAll,
    /// Remove every mark.
    ClearMarks ActClearMarks,
    /// The case applies; its text is approved. At the action item under the cursor: to do.
    Accept ActAccept,
    /// The case is ruled out; its text is rejected. At an action item: not for us.
    Reject ActReject,
    /// The case comes later. At an action item: in place already.
    Defer ActDefer,
    /// To the next case without a verdict.
    NextUndecided ActNextUndecided,
    /// To the case without a verdict before.
    PreviousUndecided ActPreviousUndecided,
    /// Write a note on the case.
    EditNote ActEditNote,
    /// Flag the field under the cursor.
    FlagField ActFlagField,
    /// Take back the last verdict, note or flag.
    Undo ActUndo,
    /// Do again what was taken back.
    Redo ActRedo,
    /// Triage past cases against an incident.
    StartTriage ActStartTriage,
    /// Review the cases.
    StartReview ActStartReview,
    /// Leave the desk.
    EndDesk ActEndDesk,
    /// What came of the desk, as Markdown.
    ShowReport ActShowReport,
    /// What was opened and copied when.
    ShowTrail ActShowTrail,
    /// The notes that were not saved.
    ShowDrafts ActShowDrafts,
    /// Give the case a star, or take it away.
    ToggleStar ActToggleStar,
    /// Only the cases with a star, or all again.
    ShowStarred ActShowStarred,
    /// Edit a case of one's own in the editor.
    EditCase ActEditCase,
    /// Open the page in a browser.
    OpenPage ActOpenPage,
    /// Choose a link.
    ChooseLink ActChooseLink,
    /// Choose a topic of the case.
    ChooseTopic ActChooseTopic,
    /// English or Korean.
    ToggleLanguage ActToggleLanguage,
    /// Both languages side by side.
    ToggleBoth ActToggleBoth,
    /// The related pane on or off.
    ToggleRelated ActToggleRelated,
    /// One pane on the whole window.
    ToggleZoom ActToggleZoom,
    /// The list wider.
    WidenList ActWidenList,
    /// The list narrower.
    NarrowList ActNarrowList,
    /// Sort and columns.
    ChooseSort ActChooseSort,
    /// Back in the history.
    GoBack ActGoBack,
    /// Forward in the history.
    GoForward ActGoForward,
    /// The palette: any action by its name.
    OpenPalette ActOpenPalette,
    /// The keys of this screen.
    ShowHelp ActShowHelp,
    /// What was odd in the files.
    ShowProblems ActShowProblems,
    /// Mouse capture on or off.
    ToggleMouse ActToggleMouse,
    /// Read the folders again.
    Reload ActReload,
    /// Draw the screen anew.
    Redraw ActRedraw,
    /// Stop the program until `fg`.
    Suspend ActSuspend,
    /// Cancel what is going on; twice to quit.
    Cancel ActCancel,
    /// Back, and at the list quit.
    Leave ActLeave,
    /// Quit.
    Quit ActQuit,
}

impl Action {
    /// The name in the key table and the palette: `copy-action-items`.
    pub fn name(self) -> String {
        crate::labels::kebab(self.variant())
    }

    /// The action with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.name() == name)
    }
}
