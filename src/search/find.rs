//! What a query finds, best first.
//!
//! Each word gives every case a weight: the better the match (the whole word, its beginning, inside), the better the zone
//! and the rarer the word, the more. A case must hold every term; its score is the sum.

use memchr::memmem;

use super::index::{Index, Zone};
use super::like::Alike;
use super::query::{Ask, Query, STAR, Term};
use super::standing::Standing;
use super::weigh::{Weights, rarity, saturated};
use crate::case::Kind;
use crate::library::Library;
use crate::text::{Clean, fold};

/// A case that a query finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its place in the library.
    pub at: usize,
    /// How well it fits; 0 where the query has no words.
    pub score: f32,
}

/// Why a case was found: a word and the best zone it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The word as it was asked for.
    pub word: String,
    /// Where it stands.
    pub zone: Zone,
}

/// A Korean noun with another particle than was typed, or with none.
const WITHOUT_PARTICLE: f32 = 0.8;

/// Sorts by score, ties by place. Scores are not negative, so that their bits have their order; numbers sort sooner than
/// hits.
pub(super) fn best_first(hits: &mut [Hit]) {
    let mut keys: Vec<u64> =
        hits.iter().map(|hit| u64::from(!hit.score.to_bits()) << 32 | (hit.at as u64 & 0xffff_ffff)).collect();
    keys.sort_unstable();
    for (hit, key) in hits.iter_mut().zip(keys) {
        *hit = Hit { at: (key & 0xffff_ffff) as usize, score: f32::from_bits(!((key >> 32) as u32)) };
    }
}

impl Index {
    /// What `query` finds, best first; ties newest first, then by id.
    pub fn search(&self, library: &Library, query: &Query) -> Vec<Hit> {
        let cases = self.cases.len().min(library.len());
        let mut scores = vec![0.0f32; cases];
        let mut alive = vec![true; cases];
        for term in query.terms() {
            if let Some(weights) = self.weigh_term(term, Some(&alive)) {
                let rarity = rarity(weights.cases, cases);
                for at in 0..cases {
                    let weight = weights.of[at];
                    alive[at] &= (weight > 0.0) != term.negated;
                    scores[at] += saturated(weight) * rarity;
                }
            } else {
                for (at, alive) in alive.iter_mut().enumerate() {
                    *alive &= self.field_holds(library, at, term, query.standing()) != term.negated;
                }
            }
        }
        let mut hits: Vec<Hit> =
            (0..cases).filter(|&at| alive[at]).map(|at| Hit { at, score: self.long(at, scores[at]) }).collect();
        if hits.iter().any(|hit| hit.score > 0.0) {
            best_first(&mut hits);
        }
        hits
    }

    /// The weights of a term that is text.
    fn weigh_term(&self, term: &Term, alive: Option<&[bool]>) -> Option<Weights> {
        let Ask::Text { words, exact, stem } = &term.ask else {
            return None;
        };
        let mut weights = self.weigh(words, *exact, term.negated || stem.is_some(), alive);
        if let Some(stem) = stem {
            for (case, weight) in self.weigh(stem, false, false, alive).of.into_iter().enumerate() {
                if weight > 0.0 {
                    weights.add(case, weight * WITHOUT_PARTICLE);
                }
            }
        }
        Some(weights)
    }

    /// Whether a term that is no text holds for a case.
    pub(super) fn field_holds(&self, library: &Library, at: usize, term: &Term, standing: &Standing) -> bool {
        let entry = library.entry(at);
        let head = &entry.head;
        let any =
            |slugs: &[Clean], wanted: &[String]| slugs.iter().any(|slug| wanted.iter().any(|one| one == slug.as_str()));
        let has = |part: &String| match part.as_str() {
            STAR => standing.stars.contains(&head.id),
            part => self.cases[at].has.contains(&part),
        };
        match &term.ask {
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
            Ask::Days(ranges) => head.date.is_some_and(|date| {
                ranges.iter().any(|(first, last)| {
                    first.is_none_or(|first| date.last_day() >= first)
                        && last.is_none_or(|last| date.first_day() <= last)
                })
            }),
            Ask::Detect(compare, span) => head.detected_after.is_some_and(|is| compare.holds(is, *span)),
            Ask::Resolve(compare, span) => head.resolved_after.is_some_and(|is| compare.holds(is, *span)),
            Ask::Has(parts) => parts.iter().any(has),
            Ask::Missing(parts) => parts.iter().any(|part| !has(part)),
            Ask::Verdict(words) => words.contains(&standing.verdict(entry)),
            Ask::Review(words) => words.contains(&standing.review(entry)),
        }
    }

    /// Why a case was found: each word with the best zone that it stands in.
    pub fn why(&self, query: &Query, at: usize) -> Vec<Why> {
        query
            .words()
            .into_iter()
            .map(|word| {
                let folded = &self.cases[at];
                let place = match fold::as_initials(&word) {
                    Some(_) => Some(Zone::Title),
                    None => memmem::find(&folded.text, &fold::units(&word)).map(|place| folded.zone_at(place)),
                };
                Why { word, zone: place.unwrap_or(Zone::Fuzzy) }
            })
            .collect()
    }

    /// The nearest cases where a query finds nothing: those that share most with its words, or else those that hold what is
    /// left of it without what is to blame.
    pub fn nearest(&self, library: &Library, query: &Query, limit: usize) -> Vec<Alike> {
        let alike = self.like(library, &query.words().join(" "), limit);
        if !alike.is_empty() {
            return alike;
        }
        let blamed = self.blame(library, query);
        let rest = query.only(|term| !blamed.contains(&term.typed));
        if rest.is_empty() {
            return Vec::new();
        }
        let words = rest.words();
        let hits = self.search(library, &rest).into_iter().take(limit);
        hits.map(|hit| Alike { hit, words: words.clone(), marks: words.clone() }).collect()
    }

    /// What to blame where a query finds nothing, as it was typed: the words that no case holds, or else the terms without
    /// which something would be found.
    pub fn blame(&self, library: &Library, query: &Query) -> Vec<String> {
        let nowhere: Vec<String> = query
            .terms()
            .iter()
            .filter(|term| !term.negated)
            .filter(|term| self.weigh_term(term, None).is_some_and(|weights| weights.cases == 0))
            .map(|term| term.typed.clone())
            .collect();
        if !nowhere.is_empty() {
            return nowhere;
        }
        let terms = query.terms().iter().enumerate();
        terms
            .filter(|(at, _)| !self.search(library, &query.without(*at)).is_empty())
            .map(|(_, term)| term.typed.clone())
            .collect()
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
        assert_eq!(ids(&library, "tlscert"), ["D"]);
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
        assert_eq!(ids(&library, "\"connection exhausted\""), Vec::<String>::new());
        assert_eq!(ids(&library, "-장애").len(), 2);
        assert_eq!(ids(&library, "exhuasted"), ["A"]);
        assert_eq!(ids(&library, "커낵션"), Vec::<String>::new());
    }

    #[test]
    fn a_particle_makes_no_difference() {
        let library = library(&[
            ("A", "서버에서 메모리를 많이 썼다", ""),
            ("B", "요청을 재시도를 한다", ""),
            ("C", "재시작", ""),
        ]);
        for query in ["메모리", "메모리가", "메모리는", "서버가 메모리를"] {
            assert_eq!(ids(&library, query), ["A"], "{query}");
        }
        assert_eq!(ids(&library, "재시도"), ["B"]);
        let index = Index::build(&library, &mut |_| {});
        let query = index.parse("메모리가");
        assert_eq!(index.why(&query, 0), [Why { word: "메모리".into(), zone: Zone::Title }]);
    }

    #[test]
    fn a_slip_of_the_hand_in_korean() {
        let library = library(&[("A", "데이터베이스 복제 지연", ""), ("B", "메시지 유실", "")]);
        assert_eq!(ids(&library, "데이타베이스"), ["A"]);
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
    fn where_all_words_are_common_the_rest_of_the_query_has_the_nearest() {
        let cases: Vec<(String, String)> =
            (0..20).map(|at| (format!("A-{at}"), format!("the server of team {at} was down"))).collect();
        let cases: Vec<(&str, &str, &str)> =
            cases.iter().map(|(id, title)| (id.as_str(), title.as_str(), "")).collect();
        let library = library(&cases);
        let index = Index::build(&library, &mut |_| {});
        let query = index.parse("server qqqzz");
        assert!(index.search(&library, &query).is_empty());
        assert_eq!(index.nearest(&library, &query, 10).len(), 10);
    }

    #[test]
    fn nothing_found_has_somebody_to_blame() {
        let library = library(&[("A", "connection pool exhausted", ""), ("B", "disk full", "")]);
        let index = Index::build(&library, &mut |_| {});
        let query = index.parse("connection zeppelin");
        assert!(index.search(&library, &query).is_empty());
        assert_eq!(index.blame(&library, &query), ["zeppelin"]);
        let query = index.parse("connection disk");
        assert_eq!(index.blame(&library, &query), ["connection", "disk"]);
        let query = index.parse("connection resolve:>2h");
        assert_eq!(index.blame(&library, &query), ["resolve:>2h"]);
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
