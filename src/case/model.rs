//! The whole of a case, as the case view and the exports need it.

use super::{Date, Localized, Moment, Span};
use crate::text::Clean;

/// A recorded past incident. Absent fields are empty or none; what was odd in the file is told by the problems that
/// reading gives beside the case.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// Identifier.
    pub id: Clean,
    /// Organisation.
    pub org: Clean,
    /// Slug of the organisation.
    pub org_slug: Option<Clean>,
    /// Date, as precise as it is known.
    pub date: Option<Date>,
    /// What the date is of: slug `incident` or `published`.
    pub date_kind: Option<Clean>,
    /// Address of the case's own page.
    pub url: Option<Clean>,
    /// When the record was last changed, as written.
    pub updated_at: Option<Clean>,
    /// Slugs of the field.
    pub domain: Vec<Clean>,
    /// Title.
    pub title: Localized,
    /// Summary; a blank line parts paragraphs.
    pub summary: Localized,
    /// Slug; none when unknown.
    pub severity: Option<Clean>,
    /// What was affected.
    pub impact: Impact,
    /// From the start of the impact to its detection.
    pub detected_after: Option<Span>,
    /// From the start of the impact to its end.
    pub resolved_after: Option<Span>,
    /// Time of actual impairment, where it differs from the time elapsed.
    pub impaired_for: Option<Span>,
    /// Clock times.
    pub events: Vec<Event>,
    /// What was seen, as text.
    pub symptoms_text: Localized,
    /// What was seen, as slugs.
    pub symptoms: Vec<Clean>,
    /// Slug of the root cause; none when unknown.
    pub root_cause: Option<Clean>,
    /// What set it off.
    pub trigger: Localized,
    /// Slugs of contributing factors.
    pub contributing: Vec<Clean>,
    /// Slugs of components.
    pub components: Vec<Clean>,
    /// How it was noticed.
    pub detection: Localized,
    /// What was done.
    pub remediation: Vec<Localized>,
    /// What was planned.
    pub action_items: Vec<Localized>,
    /// What was learned.
    pub lessons: Vec<Localized>,
    /// Where the facts come from.
    pub sources: Vec<Source>,
    /// Related cases named by the record itself.
    pub related: Vec<Clean>,
    /// The case of which this one is a recurrence.
    pub recurrence_of: Option<Clean>,
    /// Further documents named by the record.
    pub docs: Vec<Localized>,
    /// Who wrote and who checked the record.
    pub review: Review,
}

/// What was affected; each may be a plain string or a text by language, and is empty when unknown.
#[derive(Clone, Debug, Default)]
pub struct Impact {
    /// Extent.
    pub scope: Localized,
    /// Users.
    pub users: Localized,
    /// Region.
    pub region: Localized,
}

/// A point of the timeline.
#[derive(Clone, Debug)]
pub struct Event {
    /// When.
    pub at: Moment,
    /// What.
    pub text: Localized,
}

/// A source of a case.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Address.
    pub url: Clean,
    /// Slug of the kind of source.
    pub kind: Option<Clean>,
    /// Address of an archived copy.
    pub archived: Option<Clean>,
    /// Language of the source.
    pub lang: Option<Clean>,
}

/// Who wrote and who checked a record.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// Author or kind of author.
    pub written_by: Option<Clean>,
    /// When it was checked, as written.
    pub reviewed_at: Option<Clean>,
    /// Who checked it.
    pub reviewed_by: Option<Clean>,
}

impl Case {
    /// Every address of the case: its page, its sources, their archived copies; each once, in that order.
    pub fn links(&self) -> Vec<&Clean> {
        let sources =
            self.sources.iter().flat_map(|source| std::iter::once(&source.url).chain(source.archived.as_ref()));
        let mut out: Vec<&Clean> = Vec::new();
        for link in self.url.iter().chain(sources) {
            if !link.is_blank() && !out.contains(&link) {
                out.push(link);
            }
        }
        out
    }

    /// The address to name beside a copied text: the case's page, or its first source.
    pub fn address(&self) -> Option<&Clean> {
        self.url.as_ref().or_else(|| self.sources.first().map(|source| &source.url)).filter(|url| !url.is_blank())
    }

    /// Every text of the case in every language, with the name of its field.
    pub fn texts(&self) -> Vec<(&'static str, &Localized)> {
        let mut out = vec![
            ("title", &self.title),
            ("summary", &self.summary),
            ("symptoms_text", &self.symptoms_text),
            ("trigger", &self.trigger),
            ("detection", &self.detection),
            ("impact.scope", &self.impact.scope),
            ("impact.users", &self.impact.users),
            ("impact.region", &self.impact.region),
        ];
        out.extend(self.remediation.iter().map(|text| ("remediation", text)));
        out.extend(self.action_items.iter().map(|text| ("action_items", text)));
        out.extend(self.lessons.iter().map(|text| ("lessons", text)));
        out.extend(self.events.iter().map(|event| ("timeline.events", &event.text)));
        out.extend(self.docs.iter().map(|text| ("docs", text)));
        out
    }
}
