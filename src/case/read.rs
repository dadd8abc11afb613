//! Reads a whole case leniently: what is odd becomes a problem, and the rest of the case is there.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{Case, Date, Event, Impact, Localized, Moment, Problem, Reason, Review, Source, Span};
use crate::text::Clean;

impl Case {
    /// Reads one case. `place` names the file in the problems.
    ///
    /// # Errors
    /// The one problem that leaves no case: not JSON, not an object, or no id.
    pub fn parse(json: &str, place: &str) -> Result<(Self, Vec<Problem>), Problem> {
        let fatal = |reason| Problem { place: place.to_owned(), field: String::new(), reason };
        let mut problems = Vec::new();
        let map = match serde_json::from_str(json) {
            Ok(Value::Object(map)) => map,
            Ok(_) => return Err(fatal(Reason::Expected("an object"))),
            Err(whole) => {
                // One value that cannot be read leaves the others.
                let Ok(parts) = serde_json::from_str::<BTreeMap<String, &RawValue>>(json) else {
                    return Err(fatal(Reason::NotJson(whole.to_string())));
                };
                let mut map = Map::new();
                for (field, part) in parts {
                    match serde_json::from_str(part.get()) {
                        Ok(value) => drop(map.insert(field, value)),
                        Err(why) => {
                            let (field, reason) = (Clean::line(&field).to_string(), Reason::NotJson(why.to_string()));
                            problems.push(Problem { place: place.to_owned(), field, reason });
                        }
                    }
                }
                map
            }
        };
        let mut top = Fields { map: &map, path: String::new(), place, problems: &mut problems };
        let case = top.case();
        if case.id.is_blank() {
            return Err(fatal(Reason::NoId));
        }
        Ok((case, problems))
    }
}

/// One object of the file and where its oddities go.
struct Fields<'a> {
    map: &'a Map<String, Value>,
    path: String,
    place: &'a str,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Fields<'a> {
    fn case(&mut self) -> Case {
        let date = self.date("date");
        let mut case = Case {
            id: self.line("id").unwrap_or_default(),
            org: self.line("org").unwrap_or_default(),
            org_slug: self.line("org_slug"),
            date,
            date_kind: self.line("date_kind"),
            url: self.line("url"),
            updated_at: self.line("updated_at"),
            domain: self.lines("domain"),
            title: self.localized("title"),
            summary: self.localized("summary"),
            severity: self.known("severity"),
            symptoms_text: self.localized("symptoms_text"),
            symptoms: self.lines("symptoms"),
            root_cause: self.known("root_cause"),
            trigger: self.localized("trigger"),
            contributing: self.lines("contributing"),
            components: self.lines("components"),
            detection: self.localized("detection"),
            remediation: self.items("remediation"),
            action_items: self.items("action_items"),
            lessons: self.items("lessons"),
            related: self.lines("related"),
            recurrence_of: self.known("recurrence_of"),
            docs: self.items("docs"),
            ..Case::default()
        };
        if let Some(mut impact) = self.object("impact") {
            case.impact = Impact {
                scope: impact.known_text("scope"),
                users: impact.known_text("users"),
                region: impact.known_text("region"),
            };
        }
        if let Some(mut timeline) = self.object("timeline") {
            case.detected_after = timeline.span("detected_after");
            case.resolved_after = timeline.span("resolved_after");
            case.impaired_for = timeline.span("impaired_for");
            case.events = timeline.events(date);
        }
        if let Some(mut review) = self.object("review") {
            case.review = Review {
                written_by: review.line("written_by"),
                reviewed_at: review.line("reviewed_at"),
                reviewed_by: review.line("reviewed_by"),
            };
        }
        case.sources = self.sources();
        case
    }

    fn odd(&mut self, field: &str, reason: Reason) {
        self.problems.push(Problem { place: self.place.to_owned(), field: join(&self.path, field), reason });
    }

    fn get(&self, field: &str) -> Option<&'a Value> {
        self.map.get(field).filter(|value| !value.is_null())
    }

    fn object(&mut self, field: &str) -> Option<Fields<'_>> {
        if let Value::Object(map) = self.get(field)? {
            Some(Fields { map, path: join(&self.path, field), place: self.place, problems: self.problems })
        } else {
            self.odd(field, Reason::Expected("an object"));
            None
        }
    }

    fn string(&mut self, field: &str) -> Option<String> {
        match self.get(field)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => {
                self.odd(field, Reason::Expected("a text"));
                Some(number.to_string())
            }
            Value::Array(list) => {
                self.odd(field, Reason::Expected("a text"));
                list.iter().find_map(|item| item.as_str().map(str::to_owned))
            }
            _ => {
                self.odd(field, Reason::Expected("a text"));
                None
            }
        }
    }

    fn line(&mut self, field: &str) -> Option<Clean> {
        self.string(field).map(|text| Clean::line(&text)).filter(|text| !text.is_blank())
    }

    fn known(&mut self, field: &str) -> Option<Clean> {
        self.line(field).filter(|text| text.as_str() != "unknown")
    }

    fn lines(&mut self, field: &str) -> Vec<Clean> {
        let list = match self.get(field) {
            None => return Vec::new(),
            Some(Value::Array(list)) => list.as_slice(),
            Some(one) => {
                self.odd(field, Reason::Expected("a list"));
                std::slice::from_ref(one)
            }
        };
        let mut out = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            match item {
                Value::String(text) => out.extend(Some(Clean::line(text)).filter(|text| !text.is_blank())),
                _ => self.odd(&format!("{field}[{index}]"), Reason::Expected("a text")),
            }
        }
        out
    }

    fn date(&mut self, field: &str) -> Option<Date> {
        let text = self.string(field).filter(|text| !text.trim().is_empty() && text != "unknown")?;
        let date = Date::parse(&text);
        if date.is_none() {
            self.odd(field, Reason::BadDate(Clean::line(&text).to_string()));
        }
        date
    }

    fn span(&mut self, field: &str) -> Option<Span> {
        let text = self.string(field).filter(|text| !text.trim().is_empty() && text != "unknown")?;
        let span = Span::parse(&text);
        if span.is_none() {
            self.odd(field, Reason::BadDuration(Clean::line(&text).to_string()));
        }
        span
    }

    fn localized(&mut self, field: &str) -> Localized {
        match self.get(field) {
            None => Localized::default(),
            Some(value) => self.localized_value(field, value),
        }
    }

    fn localized_value(&mut self, field: &str, value: &Value) -> Localized {
        match value {
            Value::String(text) => Localized::plain(text),
            Value::Object(map) => {
                let mut out = Localized::default();
                for (code, text) in map {
                    match text {
                        Value::String(text) => out.set(code, text),
                        Value::Null => {}
                        Value::Array(list) => {
                            self.odd(&format!("{field}.{code}"), Reason::Expected("a text"));
                            if let Some(text) = list.iter().find_map(Value::as_str) {
                                out.set(code, text);
                            }
                        }
                        _ => self.odd(&format!("{field}.{code}"), Reason::Expected("a text")),
                    }
                }
                out
            }
            Value::Null => Localized::default(),
            Value::Number(number) => {
                self.odd(field, Reason::Expected("a text by language"));
                Localized::plain(&number.to_string())
            }
            _ => {
                self.odd(field, Reason::Expected("a text by language"));
                Localized::default()
            }
        }
    }

    /// A text that stands for nothing when it is the word `unknown`.
    fn known_text(&mut self, field: &str) -> Localized {
        match self.get(field) {
            Some(Value::String(text)) if text.trim() == "unknown" => Localized::default(),
            _ => self.localized(field),
        }
    }

    /// A list of `{text}`, of texts by language or of plain texts; one where a list was expected is a list of one.
    fn items(&mut self, field: &str) -> Vec<Localized> {
        let list = match self.get(field) {
            None => return Vec::new(),
            Some(Value::Array(list)) => list.as_slice(),
            // Lessons may be one text.
            Some(one @ (Value::String(_) | Value::Object(_))) if field == "lessons" => std::slice::from_ref(one),
            Some(one) => {
                self.odd(field, Reason::Expected("a list"));
                std::slice::from_ref(one)
            }
        };
        let mut out = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            let inner = match item {
                Value::Object(map) => ["text", "title", "url"].iter().find_map(|key| map.get(*key)).unwrap_or(item),
                _ => item,
            };
            let text = self.localized_value(&format!("{field}[{index}]"), inner);
            if !text.is_empty() {
                out.push(text);
            }
        }
        out
    }

    fn events(&mut self, day: Option<Date>) -> Vec<Event> {
        let list = match self.get("events") {
            None => return Vec::new(),
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.odd("events", Reason::Expected("a list"));
                return Vec::new();
            }
        };
        let mut out = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            let field = format!("events[{index}]");
            let at = item.get("at").and_then(Value::as_str);
            if let Some(at) = at.and_then(|at| Moment::parse(at, day)) {
                let text = item.get("text").map(|text| self.localized_value(&field, text));
                out.push(Event { at, text: text.unwrap_or_default() });
            } else {
                let at = Clean::line(at.unwrap_or_default()).to_string();
                self.odd(&format!("{field}.at"), Reason::BadTime(at));
            }
        }
        out
    }

    fn sources(&mut self) -> Vec<Source> {
        let list = match self.get("sources") {
            None => return Vec::new(),
            Some(Value::Array(list)) => list.as_slice(),
            Some(one) => {
                self.odd("sources", Reason::Expected("a list"));
                std::slice::from_ref(one)
            }
        };
        let mut out = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            match item {
                Value::Object(map) => {
                    let mut fields = Fields {
                        map,
                        path: join(&self.path, &format!("sources[{index}]")),
                        place: self.place,
                        problems: self.problems,
                    };
                    out.push(Source {
                        url: fields.line("url").unwrap_or_default(),
                        kind: fields.line("kind"),
                        archived: fields.line("archived"),
                        lang: fields.line("lang"),
                    });
                }
                Value::String(url) => out.push(Source { url: Clean::line(url), ..Source::default() }),
                _ => self.odd(&format!("sources[{index}]"), Reason::Expected("an object")),
            }
        }
        out
    }
}

fn join(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Language;

    #[test]
    fn oddities_are_named_and_the_rest_is_read() {
        let (case, problems) = Case::parse(
            r#"{"id": "X-1", "org": ["A"], "date": "soon", "title": {"en": "t", "ko": 3}, "timeline":
                {"detected_after": "9 parsecs", "resolved_after": "22m", "events": [{"at": "99:00", "text": "x"}]},
                "sources": "https://a.example", "remediation": [{"text": {"en": "done"}}, 4], "lessons": "one"}"#,
            "x.json",
        )
        .unwrap();
        let fields: Vec<&str> = problems.iter().map(|p| p.field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "date",
                "org",
                "title.ko",
                "remediation[1]",
                "timeline.detected_after",
                "timeline.events[0].at",
                "sources"
            ]
        );
        assert_eq!(case.resolved_after, Span::parse("22m"));
        assert_eq!(case.sources[0].url.as_str(), "https://a.example");
        assert_eq!(case.lessons[0].in_language(Language::Korean).unwrap().text.as_str(), "one");
        assert_eq!(case.remediation.len(), 2);
    }

    #[test]
    fn one_value_that_cannot_be_read_leaves_the_others() {
        for odd in ["1e400", r#""\ud83d""#, &format!("{}{}", "[".repeat(200), "]".repeat(200))] {
            let json = format!(r#"{{"id": "X-1", "org": "A", "zz": {odd}, "title": {{"en": "t"}}}}"#);
            let (case, problems) = Case::parse(&json, "x.json").unwrap();
            assert_eq!((case.org.as_str(), problems.len()), ("A", 1), "{odd}");
            assert_eq!(problems[0].field, "zz");
        }
    }

    #[test]
    fn control_characters_of_a_time_stay_out_of_the_problem() {
        let json = r#"{"id": "X-1", "timeline": {"events": [{"at": "\u001b]52;c;cm0=\u0007", "text": "t"}]}}"#;
        let (_, problems) = Case::parse(json, "x.json").unwrap();
        assert!(
            !crate::formats::words::problem(&problems[0], crate::case::Language::English).contains(char::is_control),
            "{problems:?}"
        );
    }

    #[test]
    fn a_file_without_a_case_is_one_problem() {
        assert_eq!(Case::parse("{}", "x").unwrap_err().reason, Reason::NoId);
        assert!(matches!(Case::parse("{", "x").unwrap_err().reason, Reason::NotJson(_)));
        assert!(matches!(Case::parse("[]", "x").unwrap_err().reason, Reason::Expected(_)));
    }
}
