//! The folded texts of a library, and what a query finds in them.

use memchr::memmem;

use super::fuzzy::Fuzzy;
use super::query::{Ask, Known, Query, Term};
use crate::case::{Kind, Language, Localized, Vocabulary};
use crate::library::Library;
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
    /// Scattered over id, title and organisation.
    Fuzzy,
}

impl Zone {
    const TEXTS: [Self; 6] = [Self::Id, Self::Title, Self::Vocabulary, Self::Symptoms, Self::Cause, Self::Rest];

    fn weight(self) -> f32 {
        match self {
            Self::Id => 64.0,
            Self::Title => 32.0,
            Self::Vocabulary => 16.0,
            Self::Symptoms => 8.0,
            Self::Cause => 4.0,
            Self::Rest => 2.0,
            Self::Fuzzy => 1.0,
        }
    }
}

/// Why a case was found: a word and the best zone it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The word as it was asked for.
    pub word: String,
    /// Where it stands.
    pub zone: Zone,
}

/// A case that a query finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its place in the library.
    pub at: usize,
    /// How well it fits; 0 where the query has no words.
    pub score: f32,
    /// Why.
    pub why: Vec<Why>,
}

/// One case, folded.
#[derive(Debug, Default)]
struct Folded {
    /// The zones one after the other, each ended by a line feed, which no needle holds.
    text: Vec<u8>,
    ends: [u32; 6],
    initials: Vec<u8>,
    spelled: String,
    has: Vec<&'static str>,
}

impl Folded {
    /// Adds the texts of a zone; zones come in order.
    fn add(&mut self, zone: Zone, texts: &mut dyn Iterator<Item = &str>) {
        for text in texts {
            self.text.extend(fold::units(text));
            self.text.push(b'\n');
            if zone <= Zone::Cause {
                self.initials.push(0);
                self.initials.extend(fold::initials(text));
            }
        }
        self.ends[zone as usize] = self.text.len() as u32;
    }
}

/// The full text of a library, ready to be searched. Holds no reference to it: places are those of the library it was
/// built from.
#[derive(Debug, Default)]
pub struct Index {
    cases: Vec<Folded>,
    known: Known,
}

impl Index {
    /// Builds the index; `progress` is told now and then how many cases are done.
    pub fn build(library: &Library, progress: &mut dyn FnMut(usize)) -> Self {
        let mut cases = Vec::with_capacity(library.len());
        for (done, entry) in library.entries().iter().enumerate() {
            cases.push(fold_case(entry));
            if done % 256 == 255 {
                progress(done + 1);
            }
        }
        Self { cases, known: Known::of(library) }
    }

    /// An index of the heads alone, to search while the full text is still being built.
    pub fn of_heads(library: &Library) -> Self {
        let cases = library.entries().iter().map(|entry| {
            let head = &entry.head;
            let mut folded = Folded::default();
            let mut titles: Vec<String> = head.title.all().map(ToString::to_string).collect();
            titles.push(head.org.to_string());
            folded.add(Zone::Id, &mut std::iter::once(head.id.as_str()));
            folded.add(Zone::Title, &mut titles.iter().map(String::as_str));
            for zone in &Zone::TEXTS[2..] {
                folded.add(*zone, &mut std::iter::empty());
            }
            folded.spelled = Fuzzy::spell(&format!("{} {}", head.id, titles.join(" ")));
            folded
        });
        Self { cases: cases.collect(), known: Known::of(library) }
    }

    /// Reads a query against the values that this library knows.
    pub fn parse(&self, text: &str) -> Query {
        Query::parse(text, &self.known)
    }

    /// What `query` finds, best first; ties newest first, then by id.
    pub fn search(&self, library: &Library, query: &Query) -> Vec<Hit> {
        let searcher = Searcher::new(query);
        let mut hits: Vec<Hit> = (0..self.cases.len().min(library.len()))
            .filter_map(|at| searcher.judge(library, &self.cases[at], at))
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
        hits
    }

    /// The terms of a query that finds nothing, each of which finds nothing by itself or whose removal finds something:
    /// what to blame, as it was typed.
    pub fn blame(&self, library: &Library, query: &Query) -> Vec<String> {
        let words: Vec<(usize, String)> = query
            .terms()
            .iter()
            .enumerate()
            .filter_map(|(at, term)| match &term.ask {
                Ask::Text { words, .. } => Some((at, words.clone())),
                _ => None,
            })
            .collect();
        let alone = |word: &str| self.search(library, &Query::parse(&format!("\"{word}\""), &self.known)).is_empty();
        let mut blamed: Vec<String> = words.iter().filter(|(_, word)| alone(word)).map(|(_, w)| w.clone()).collect();
        if blamed.is_empty() {
            blamed = words
                .iter()
                .filter(|(at, _)| !self.search(library, &query.without(*at)).is_empty())
                .map(|(_, word)| word.clone())
                .collect();
        }
        blamed
    }

    /// Cases that match most of the words of a query that finds nothing, best first.
    pub fn nearest(&self, library: &Library, query: &Query, limit: usize) -> Vec<Hit> {
        let mut best: Vec<Hit> = Vec::new();
        let searchers: Vec<Searcher> = query
            .terms()
            .iter()
            .filter(|term| !term.negated)
            .map(|term| Searcher::of_terms(std::slice::from_ref(term)))
            .collect();
        for at in 0..self.cases.len().min(library.len()) {
            let parts: Vec<Hit> =
                searchers.iter().filter_map(|searcher| searcher.judge(library, &self.cases[at], at)).collect();
            if !parts.is_empty() {
                let score = parts.iter().map(|hit| hit.score.max(1.0)).sum::<f32>() + 100.0 * parts.len() as f32;
                let why = parts.into_iter().flat_map(|hit| hit.why).collect();
                best.push(Hit { at, score, why });
            }
        }
        best.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
        best.truncate(limit);
        best
    }
}

fn fold_case(entry: &crate::library::Entry) -> Folded {
    let (case, _) = entry.read();
    let head = &entry.head;
    let mut folded = Folded::default();
    let all = |text: &Localized| text.all().map(std::string::ToString::to_string).collect::<Vec<_>>();
    let mut titles = all(&case.title);
    titles.push(case.org.to_string());
    titles.extend(case.org_slug.iter().map(ToString::to_string));
    let slugs = [
        (Kind::Cause, head.root_cause.iter().collect::<Vec<_>>()),
        (Kind::Symptom, head.symptoms.iter().collect()),
        (Kind::Component, head.components.iter().collect()),
        (Kind::Factor, head.contributing.iter().collect()),
        (Kind::Domain, head.domain.iter().collect()),
    ];
    let vocabulary = Vocabulary::builtin();
    let mut names: Vec<&str> = Vec::new();
    for (kind, slugs) in &slugs {
        for slug in slugs {
            names.push(slug);
            if let Some(term) = vocabulary.term(*kind, slug) {
                names.extend(Language::ALL.iter().flat_map(|&l| [term.name(l), term.long_name(l)]));
                names.extend(term.synonyms());
            }
        }
    }
    folded.add(Zone::Id, &mut std::iter::once(case.id.as_str()));
    folded.add(Zone::Title, &mut titles.iter().map(String::as_str));
    folded.add(Zone::Vocabulary, &mut names.into_iter());
    folded.add(Zone::Symptoms, &mut case.symptoms_text.all().map(super::super::text::clean::Clean::as_str));
    folded.add(
        Zone::Cause,
        &mut case.trigger.all().chain(case.summary.all()).map(super::super::text::clean::Clean::as_str),
    );
    let done = ["title", "summary", "symptoms_text", "trigger"];
    let rest: Vec<String> = case
        .texts()
        .into_iter()
        .filter(|(field, _)| !done.contains(field))
        .flat_map(|(_, text)| all(text))
        .chain(case.links().into_iter().map(ToString::to_string))
        .chain(head.date.iter().map(ToString::to_string))
        .collect();
    folded.add(Zone::Rest, &mut rest.iter().map(String::as_str));
    folded.spelled = Fuzzy::spell(&format!("{} {}", case.id, titles.join(" ")));
    folded.has = parts_of(&case);
    folded
}

/// The parts of a case that `has:` and `missing:` can ask for.
fn parts_of(case: &crate::case::Case) -> Vec<&'static str> {
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

/// A query made ready to be held against many cases.
struct Searcher<'a> {
    terms: Vec<(&'a Term, Needle)>,
    fuzzy: Fuzzy,
}

enum Needle {
    None,
    Text(memmem::Finder<'static>, String),
    Initials(memmem::Finder<'static>),
}

impl<'a> Searcher<'a> {
    fn new(query: &'a Query) -> Self {
        Self::of_terms(query.terms())
    }

    fn of_terms(terms: &'a [Term]) -> Self {
        let terms = terms.iter().map(|term| {
            let needle = match &term.ask {
                Ask::Text { words, .. } => match fold::as_initials(words) {
                    Some(initials) => Needle::Initials(memmem::Finder::new(&initials).into_owned()),
                    None => Needle::Text(memmem::Finder::new(&fold::units(words)).into_owned(), Fuzzy::spell(words)),
                },
                _ => Needle::None,
            };
            (term, needle)
        });
        Self { terms: terms.collect(), fuzzy: Fuzzy::new() }
    }

    fn judge(&self, library: &Library, folded: &Folded, at: usize) -> Option<Hit> {
        let mut score = 0.0;
        let mut why = Vec::new();
        for (term, needle) in &self.terms {
            let found = self.holds(library, folded, at, term, needle);
            if found.is_some() == term.negated {
                return None;
            }
            if let (Some(Some((zone, weight))), Ask::Text { words, .. }) = (found, &term.ask) {
                score += weight;
                why.push(Why { word: words.clone(), zone });
            }
        }
        Some(Hit { at, score, why })
    }

    /// Whether a term holds; for words, where and how much that counts.
    #[allow(clippy::option_option, reason = "outside: does it hold; inside: a field has no place in the text")]
    fn holds(
        &self,
        library: &Library,
        folded: &Folded,
        at: usize,
        term: &Term,
        needle: &Needle,
    ) -> Option<Option<(Zone, f32)>> {
        match needle {
            Needle::Text(finder, spelled) => {
                if let Some(place) = finder.find(&folded.text) {
                    let zone = Zone::TEXTS[folded.ends.partition_point(|&end| end as usize <= place).min(5)];
                    let more = finder.find_iter(&folded.text).take(8).count() as f32;
                    return Some(Some((zone, zone.weight() * (1.0 + more / 16.0))));
                }
                if matches!(term.ask, Ask::Text { exact: true, .. }) || term.negated {
                    return None;
                }
                let score = self.fuzzy.score(&folded.spelled, spelled)?;
                return Some(Some((Zone::Fuzzy, Zone::Fuzzy.weight() * score)));
            }
            Needle::Initials(finder) => {
                return finder.find(&folded.initials).map(|_| Some((Zone::Title, Zone::Title.weight())));
            }
            Needle::None => {}
        }
        let entry = library.entry(at);
        let head = &entry.head;
        let any = |slugs: &[crate::text::Clean], wanted: &[String]| {
            slugs.iter().any(|slug| wanted.iter().any(|one| one == slug.as_str()))
        };
        let has = |part: &String| folded.has.contains(&part.as_str());
        let holds = match &term.ask {
            Ask::Text { .. } => false,
            Ask::Id(ids) => ids.iter().any(|id| head.id.to_lowercase() == *id),
            Ask::Org(orgs) => {
                let org = fold::units(&head.org);
                orgs.iter().any(|one| memmem::find(&org, &fold::units(one)).is_some())
            }
            Ask::Source(names) => names.contains(&library.source_of(entry).name.to_lowercase()),
            Ask::Slug(Kind::SourceKind, wanted) => {
                let (case, _) = entry.read();
                case.sources.iter().any(|source| any(source.kind.as_slice(), wanted))
            }
            Ask::Slug(kind, wanted) => any(head.slugs(*kind), wanted),
            Ask::Days(first, last) => head.date.is_some_and(|date| {
                first.is_none_or(|first| date.last_day() >= first) && last.is_none_or(|last| date.first_day() <= last)
            }),
            Ask::Detect(compare, span) => head.detected_after.is_some_and(|is| compare.holds(is, *span)),
            Ask::Resolve(compare, span) => head.resolved_after.is_some_and(|is| compare.holds(is, *span)),
            Ask::Has(parts) => parts.iter().any(has),
            Ask::Missing(parts) => parts.iter().any(|part| !has(part)),
        };
        holds.then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn library(cases: &[(&str, &str, &str)]) -> Library {
        let dir = tempfile::tempdir().unwrap();
        let lines: Vec<String> = cases
            .iter()
            .map(|(id, title, body)| {
                serde_json::json!({"id": id, "title": {"en": title}, "summary": {"en": body}, "date": "2020"})
                    .to_string()
            })
            .collect();
        fs::write(dir.path().join("c.jsonl"), lines.join("\n")).unwrap();
        Library::load(false, &[dir.path().to_owned()], &mut |_| {})
    }

    fn ids(library: &Library, query: &str) -> Vec<String> {
        let index = Index::build(library, &mut |_| {});
        index.search(library, &index.parse(query)).iter().map(|hit| library.entry(hit.at).head.id.to_string()).collect()
    }

    #[test]
    fn a_literal_hit_is_above_a_scattered_one() {
        let library = library(&[
            ("A", "Deploy of New Scheduler failed", ""),
            ("B", "DNS outage in ap-northeast-2", ""),
            ("C", "TLS: cache evicted, retries timed out", ""),
            ("D", "Expired TLS certificate on edge", ""),
        ]);
        assert_eq!(ids(&library, "dns"), ["B"]);
        assert_eq!(ids(&library, "tls cert"), ["D"]);
    }

    #[test]
    fn words_match_in_any_order_and_in_both_scripts() {
        let library = library(&[
            ("A", "connection pool exhausted", ""),
            ("B", "결제 장애", "대한민국 리전 재시작nginx후"),
            ("C", "로드 밸런서 점검", "OOM (exit 137)"),
        ]);
        assert_eq!(ids(&library, "pool connection"), ["A"]);
        assert_eq!(ids(&library, "장애 결제"), ["B"]);
        assert_eq!(ids(&library, "민국"), ["B"]);
        assert_eq!(ids(&library, "nginx"), ["B"]);
        assert_eq!(ids(&library, "로드밸런서"), ["C"]);
        assert_eq!(ids(&library, "ㄹㄷㅂㄹㅅ"), ["C"]);
        assert_eq!(ids(&library, "(exit"), ["C"]);
        assert_eq!(ids(&library, "\"OOM (exit\""), ["C"]);
        assert_eq!(ids(&library, "-장애").len(), 2);
    }

    #[test]
    fn typing_a_korean_word_never_blinks() {
        let library = library(&[("A", "전체 부하 분산 계층", "")]);
        for typed in ["ㅂ", "부", "붛", "부하", "부하 ㅂ", "부하 부", "부하 분", "부하 분ㅅ", "부하 분사", "부하 분산"]
        {
            assert_eq!(ids(&library, typed), ["A"], "{typed}");
        }
    }

    #[test]
    fn nothing_found_has_somebody_to_blame_and_neighbours() {
        let library = library(&[("A", "connection pool exhausted", ""), ("B", "disk full", "")]);
        let index = Index::build(&library, &mut |_| {});
        let query = index.parse("connection zeppelin");
        assert!(index.search(&library, &query).is_empty());
        assert_eq!(index.blame(&library, &query), ["zeppelin"]);
        assert_eq!(index.nearest(&library, &query, 5)[0].at, 0);
        let query = index.parse("connection disk");
        assert_eq!(index.blame(&library, &query), ["connection", "disk"]);
    }

    #[test]
    fn fields_narrow_the_built_in_library() {
        let library = Library::builtin();
        assert!(ids(&library, "id:il-0395") == ["IL-0395"]);
        let bugs = ids(&library, "cause:software-bug component:cloud-load-balancer year:2017");
        assert!(bugs.contains(&"IL-0395".to_owned()) && !bugs.contains(&"IL-0338".to_owned()));
        assert!(ids(&library, "resolve:<30m org:google").contains(&"IL-0395".to_owned()));
        assert_eq!(ids(&library, ""), library.entries().iter().map(|e| e.head.id.to_string()).collect::<Vec<_>>());
    }
}
