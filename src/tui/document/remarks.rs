//! What was said of a case or found in it, at the field that it is about.

use super::{BlockKind, Builder, piece};
use crate::formats::words;

impl Builder<'_> {
    /// What was said of these fields or parts of them.
    pub(super) fn remarks(&mut self, fields: &[&str]) {
        let is_about = |field: &str| {
            fields
                .iter()
                .any(|one| field.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '['])))
        };
        self.remarks_where(is_about, true);
    }

    pub(super) fn remarks_where(&mut self, is_about: impl Fn(&str) -> bool, with_field: bool) {
        let about: Vec<_> = self.layout.remarks.iter().filter(|remark| is_about(&remark.field)).cloned().collect();
        if about.is_empty() {
            return;
        }
        // They stand close below what they are about.
        if self.document.lines.ends_blank() && with_field {
            self.document.lines.pop();
            self.document.blocks.pop();
            self.start = self.document.lines.len();
        }
        for remark in about {
            let lead = if with_field && !remark.field.is_empty() {
                format!("{}: ", words::field(&remark.field, self.layout.language))
            } else {
                String::new()
            };
            for line in remark.text.lines() {
                let text = format!("{lead}{line}");
                let sign = piece(remark.role, format!("{} ", remark.sign));
                self.wrapped(&[sign], 2, &text, remark.role, None);
            }
            self.copy = format!("{lead}{}", remark.text);
            self.flush(BlockKind::Text);
        }
        if with_field {
            self.blank();
        }
    }

    /// What was said of the whole case, and of fields that have no place of their own on the page.
    pub(super) fn remarks_on_all(&mut self) {
        const PLACED: [&str; 14] = [
            "severity",
            "impact",
            "timeline",
            "summary",
            "symptoms_text",
            "symptoms",
            "root_cause",
            "trigger",
            "contributing",
            "components",
            "detection",
            "remediation",
            "action_items",
            "lessons",
        ];
        let is_placed = |field: &str| {
            let first = field.split(['.', '[']).next().unwrap_or_default();
            PLACED.contains(&first) || first == "sources"
        };
        self.remarks_where(str::is_empty, false);
        if !self.layout.brief {
            self.remarks_where(|field| !field.is_empty() && !is_placed(field), true);
        }
    }
}
