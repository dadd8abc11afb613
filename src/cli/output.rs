//! Standard output for people and programs: no colours, no escapes, one shape of JSON.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde_json::{Value, json};

use super::args::Common;
use super::desk::Said;
use crate::case::{Head, Language};
use crate::library::{Entry, Library};
use crate::text::columns;

/// Where the answers go.
pub(super) struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    /// Language of labels and texts.
    pub(super) language: Language,
    /// The journal that queries may ask.
    pub(super) said: Said,
    any: bool,
}

impl Output {
    pub(super) fn new(common: &Common) -> Self {
        let writer = BufWriter::new(io::stdout().lock());
        Self { writer, language: common.language(), said: Said::of(common), any: false }
    }

    /// Writes text as it is; it must be clean.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())
    }

    /// One case on one line: id, date, organisation, time to resolve, title.
    pub(super) fn row(&mut self, entry: &Entry, tail: &str) -> io::Result<()> {
        let head = &entry.head;
        let none = || "–".to_owned();
        let date = head.date.map_or_else(none, |date| date.to_string());
        let resolve = head.resolved_after.map_or_else(none, |span| span.to_string());
        let title = head
            .title
            .in_language(self.language)
            .map_or_else(|| head.id.to_string(), |shown| shown.text.replace('\n', " "));
        writeln!(
            self.writer,
            "{}  {}  {}  {}  {title}{tail}",
            // An id is never cut: it is what the other subcommands are asked with.
            columns::fit(&head.id, columns::width(&head.id).max(8)),
            columns::fit(&date, 10),
            columns::fit(&head.org, 20),
            columns::fit_right(&resolve, 8),
        )
    }

    /// One element of a JSON list; `finish_list` closes it.
    pub(super) fn element(&mut self, value: &Value) -> io::Result<()> {
        self.writer.write_all(if self.any { b",\n" } else { b"[\n" })?;
        self.any = true;
        self.writer.write_all(crate::formats::json::compact(&value.to_string()).as_bytes())
    }

    /// Closes a JSON list; an empty one is one.
    pub(super) fn finish_list(&mut self) -> io::Result<()> {
        self.writer.write_all(if self.any { b"\n]\n" } else { b"[]\n" })
    }

    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The head of a case as every subcommand gives it in JSON.
pub(super) fn head(library: &Library, entry: &Entry) -> Value {
    let Head {
        id,
        org,
        date,
        title,
        domain,
        severity,
        symptoms,
        components,
        root_cause,
        contributing,
        detected_after,
        resolved_after,
        ..
    } = &entry.head;
    let slugs = |slugs: &[crate::text::Clean]| slugs.iter().map(|slug| json!(slug.as_str())).collect::<Vec<_>>();
    let text = |language| title.get(language).map(super::super::text::clean::Clean::as_str);
    let plain = title.in_language(Language::English).map(|shown| shown.text.as_str());
    json!({
        "id": id.as_str(),
        "org": org.as_str(),
        "date": date.map(|date| date.to_string()),
        "title": {
            "en": text(Language::English).or_else(|| plain.filter(|_| text(Language::Korean).is_none())),
            "ko": text(Language::Korean),
        },
        "domain": slugs(domain),
        "severity": severity.as_ref().map(super::super::text::clean::Clean::as_str),
        "root_cause": root_cause.as_ref().map(super::super::text::clean::Clean::as_str),
        "symptoms": slugs(symptoms),
        "components": slugs(components),
        "contributing": slugs(contributing),
        "detected_after": detected_after.map(|span| span.to_string()),
        "resolved_after": resolved_after.map(|span| span.to_string()),
        "source": library.source_of(entry).name.as_str(),
    })
}
