//! The full text of a library, folded: what is looked through, and how it is built.

use super::fuzzy::Fuzzy;
use super::known::Known;
use super::lexicon::{Builder, Lexicon};
use super::query::Query;
use super::weigh::each_time;
use crate::case::{Case, Head, Kind, Language, Localized, Vocabulary};
use crate::library::{Entry, Library};
use crate::text::fold;

/// Where in a case a word stands; the earlier, the more it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    /// In the id.
    Id,
    /// In the title or organisation.
    Title,
    /// In the name or a synonym of a slug of the case.
    Vocabulary,
    /// In the symptoms.
    Symptoms,
    /// In the trigger or the summary.
    Cause,
    /// Anywhere else.
    Rest,
    /// Scattered over id, title and organisation, or with a slip of the hand.
    Fuzzy,
}

impl Zone {
    /// The zones of a text, in order.
    pub(super) const TEXTS: [Self; 6] =
        [Self::Id, Self::Title, Self::Vocabulary, Self::Symptoms, Self::Cause, Self::Rest];
}

/// One case, folded.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// The zones one after the other; each text ends with a line feed, which no needle holds.
    pub(super) text: Vec<u8>,
    /// Where each zone ends.
    pub(super) ends: [u32; 6],
    /// Initial consonants of the texts up to the cause.
    pub(super) initials: Vec<u8>,
    /// Id, title and organisation, spelled for scattered matches.
    pub(super) spelled: String,
    /// The parts that `has:` and `missing:` can ask for.
    pub(super) has: Vec<&'static str>,
    /// How many words it has: a long case holds any word more easily.
    pub(super) words: u32,
}

/// The full text of a library. Holds no reference to it: places are those of the library it was built from.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) cases: Vec<Folded>,
    pub(super) lexicon: Lexicon,
    pub(super) known: Known,
    /// How long each case is, the average one being 1.
    pub(super) lengths: Vec<f32>,
    /// What each time counts that a case says a word: less in a long one.
    pub(super) each_time: Vec<f32>,
}

impl Index {
    /// Builds the index; `progress` is told now and then how many cases are done.
    pub fn build(library: &Library, progress: &mut dyn FnMut(usize)) -> Self {
        Self::of(library, progress, |folded, builder, entry| {
            let (case, _) = entry.read();
            fold_case(folded, builder, &case, &entry.head);
        })
    }

    /// An index of the heads alone, to search while the full text is still being built.
    pub fn of_heads(library: &Library) -> Self {
        Self::of(library, &mut |_| {}, |folded, builder, entry| fold_head(folded, builder, &entry.head))
    }

    fn of(
        library: &Library,
        progress: &mut dyn FnMut(usize),
        fold: impl Fn(&mut Folded, &mut Builder, &Entry),
    ) -> Self {
        let mut builder = Builder::default();
        let mut cases = Vec::with_capacity(library.len());
        for (done, entry) in library.entries().iter().enumerate() {
            let mut folded = Folded::default();
            fold(&mut folded, &mut builder, entry);
            builder.end_case(&folded.text);
            folded.text.shrink_to_fit();
            cases.push(folded);
            if done % 256 == 255 {
                progress(done + 1);
            }
        }
        let words: f32 = cases.iter().map(|case| case.words as f32).sum();
        let average = (words / cases.len().max(1) as f32).max(1.0);
        let lengths: Vec<f32> = cases.iter().map(|case| case.words as f32 / average).collect();
        Self {
            each_time: lengths.iter().map(|&length| each_time(length)).collect(),
            lengths,
            cases,
            lexicon: builder.finish(),
            known: Known::of(library),
        }
    }

    /// Reads a query against the values that this library knows.
    pub fn parse(&self, text: &str) -> Query {
        // A word that bears particles itself in the texts, such as 재시도를, does not end in one.
        Query::parse(text, &self.known).give_up_particles(|word| {
            let word = fold::units(word);
            self.lexicon.beginning(&word).all(|number| self.lexicon.word(number) == word)
        })
    }
}

impl Folded {
    /// Adds the texts of a zone; zones come in order.
    fn add<'a>(&mut self, builder: &mut Builder, zone: Zone, texts: impl IntoIterator<Item = &'a str>) {
        for text in texts {
            let start = self.text.len();
            for word in text.split_whitespace() {
                let folded = fold::units(word);
                if folded.is_empty() {
                    continue;
                }
                builder.word(&folded, zone);
                self.words += 1;
                // KubeSpawner, load-balancer and Pod들이 are found by their parts too; addresses only as a whole.
                if !word.contains("://") {
                    let parts = super::compound::parts(word);
                    if parts.len() > 1 {
                        for part in parts {
                            builder.word(&fold::units(part), zone);
                        }
                    }
                }
                // As in `fold::units` of the whole: a blank beside Hangul is none.
                let beside = |byte: Option<&u8>| byte.is_none_or(|&byte| fold::is_jamo(byte));
                if self.text.len() > start && !beside(self.text.last()) && !beside(folded.first()) {
                    self.text.push(b' ');
                }
                self.text.extend(folded);
            }
            self.text.push(b'\n');
            if zone <= Zone::Cause {
                self.initials.push(0);
                self.initials.extend(fold::initials(text));
            }
        }
        self.ends[zone as usize] = self.text.len() as u32;
    }

    /// The zone that a place of the text is in.
    pub(super) fn zone_at(&self, place: usize) -> Zone {
        Zone::TEXTS[self.ends.partition_point(|&end| end as usize <= place).min(5)]
    }
}

fn texts_of(text: &Localized) -> impl Iterator<Item = &str> {
    text.all().map(crate::text::Clean::as_str)
}

fn fold_head(folded: &mut Folded, builder: &mut Builder, head: &Head) {
    folded.add(builder, Zone::Id, [head.id.as_str()]);
    folded.add(builder, Zone::Title, texts_of(&head.title).chain([head.org.as_str()]));
    for zone in &Zone::TEXTS[2..] {
        folded.add(builder, *zone, []);
    }
    spell(folded, head);
}

fn spell(folded: &mut Folded, head: &Head) {
    let titles: Vec<&str> = texts_of(&head.title).collect();
    folded.spelled = Fuzzy::spell(&format!("{} {} {}", head.id, titles.join(" "), head.org));
}

fn fold_case(folded: &mut Folded, builder: &mut Builder, case: &Case, head: &Head) {
    let vocabulary = Vocabulary::builtin();
    let mut names: Vec<&str> = Vec::new();
    for kind in [Kind::Cause, Kind::Symptom, Kind::Component, Kind::Factor, Kind::Domain] {
        for slug in head.slugs(kind) {
            names.push(slug);
            if let Some(term) = vocabulary.term(kind, slug) {
                names.extend(Language::ALL.iter().flat_map(|&l| [term.name(l), term.long_name(l)]));
                names.extend(term.synonyms());
            }
        }
    }
    let slug = case.org_slug.as_ref().map(super::super::text::clean::Clean::as_str);
    folded.add(builder, Zone::Id, [case.id.as_str()]);
    folded.add(builder, Zone::Title, texts_of(&case.title).chain([case.org.as_str()]).chain(slug));
    folded.add(builder, Zone::Vocabulary, names);
    folded.add(builder, Zone::Symptoms, texts_of(&case.symptoms_text));
    folded.add(builder, Zone::Cause, texts_of(&case.trigger).chain(texts_of(&case.summary)));
    let done = ["title", "summary", "symptoms_text", "trigger"];
    let texts = case.texts();
    let rest = texts.iter().filter(|(field, _)| !done.contains(field)).flat_map(|(_, text)| texts_of(text));
    let links = case.links();
    let date = head.date.map(|date| date.to_string());
    folded.add(builder, Zone::Rest, rest.chain(links.iter().map(|link| link.as_str())).chain(date.as_deref()));
    spell(folded, head);
    folded.has = parts_of(case);
}

/// The parts of a case that `has:` and `missing:` can ask for.
fn parts_of(case: &Case) -> Vec<&'static str> {
    let texts = case.texts();
    let missing = |language| texts.iter().any(|(_, text)| text.is_missing(language));
    [
        ("en", !missing(Language::English)),
        ("ko", !missing(Language::Korean)),
        ("summary", !case.summary.is_empty()),
        ("detection", !case.detection.is_empty()),
        ("remediation", !case.remediation.is_empty()),
        ("actions", !case.action_items.is_empty()),
        ("lessons", !case.lessons.is_empty()),
        ("timeline", !case.events.is_empty()),
        ("sources", !case.sources.is_empty()),
    ]
    .into_iter()
    .filter_map(|(part, holds)| holds.then_some(part))
    .collect()
}
