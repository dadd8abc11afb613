//! Where cases come from: the built-in ones, then folders, merged in order.
//!
//! A [`Library`] keeps the bytes of each case as they were read, and its head; the rest of a case is parsed when somebody
//! looks at it. It never changes: a reload makes a new one. Knows files, but nothing of searching or drawing.

mod builtin;
mod folder;
mod split;
mod watch;

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::case::{Case, Head, Problem, Reason};
use crate::text::Clean;

pub use folder::Progress;
pub use watch::Watcher;

/// The text of one case, as it was read.
#[derive(Clone, Debug)]
enum Text {
    Embedded(&'static str),
    Part { file: Arc<File>, range: Range<usize>, lossy: OnceLock<Box<str>> },
}

/// A file as it was read. Its bytes lie on a shelf beside those of other files.
#[derive(Debug)]
struct File {
    path: PathBuf,
    shelf: Shelf,
    /// Where the file begins on the shelf.
    start: usize,
}

/// The bytes of files that were read one after the other; there once the last of them is read.
type Shelf = Arc<OnceLock<Vec<u8>>>;

impl File {
    fn bytes(&self, range: Range<usize>) -> &[u8] {
        self.shelf.get().and_then(|shelf| shelf.get(range)).unwrap_or_default()
    }
}

/// A case in a library.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What the list needs.
    pub head: Head,
    text: Text,
    source: usize,
    place: Arc<str>,
}

impl Entry {
    /// The JSON of the case, byte for byte as it was read; bytes that are not UTF-8 are marked.
    pub fn json(&self) -> &str {
        match &self.text {
            Text::Embedded(text) => text,
            // Looked at only now: to look at every text when a library is read would take longer than all the rest.
            Text::Part { file, range, lossy } => {
                let bytes = file.bytes(range.clone());
                str::from_utf8(bytes).unwrap_or_else(|_| lossy.get_or_init(|| String::from_utf8_lossy(bytes).into()))
            }
        }
    }

    fn is_utf8(&self) -> bool {
        !matches!(&self.text, Text::Part { lossy, .. } if lossy.get().is_some())
    }

    /// The whole case, parsed now, and what was odd about it.
    pub fn read(&self) -> (Case, Vec<Problem>) {
        // A head was read from the same bytes, so only a field named twice or an odd id can fail here.
        let (case, mut problems) = Case::parse(self.json(), &self.place).unwrap_or_else(|problem| {
            let case = Case { id: self.head.id.clone(), title: self.head.title.clone(), ..Case::default() };
            (case, vec![problem])
        });
        if !self.is_utf8() {
            let place = self.place.to_string();
            problems.push(Problem { place, field: String::new(), reason: Reason::NotUtf8(None) });
        }
        (case, problems)
    }

    /// The file that the case stands in, and its line there, counted from 1; none for the built-in ones.
    pub fn file(&self) -> Option<(&Path, usize)> {
        match &self.text {
            Text::Embedded(_) => None,
            Text::Part { file, range, .. } => {
                let before = file.bytes(file.start..range.start);
                Some((&file.path, memchr::memchr_iter(b'\n', before).count() + 1))
            }
        }
    }

    /// The file, with a line where there are several cases in it.
    pub fn place(&self) -> &str {
        &self.place
    }
}

/// Where some of the cases came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name to show: `built-in`, or the last part of the path.
    pub name: Clean,
    /// The folder or file; none for the built-in cases.
    pub path: Option<PathBuf>,
}

/// All cases, newest first, each id once; immutable.
#[derive(Debug, Default)]
pub struct Library {
    entries: Vec<Entry>,
    by_id: HashMap<Clean, usize>,
    sources: Vec<Source>,
    problems: Vec<Problem>,
}

/// The cases of one source before they are merged.
struct Batch {
    source: Source,
    entries: Vec<(Head, Text, Arc<str>)>,
    problems: Vec<Problem>,
}

impl Library {
    /// The cases that come with the program.
    pub fn builtin() -> Self {
        Self::merge(vec![builtin::batch()])
    }

    /// The built-in cases (unless `with_builtin` is false) and those of `folders`, read now. `progress` is told now and
    /// then how far it is.
    pub fn load(with_builtin: bool, folders: &[PathBuf], progress: &mut dyn FnMut(Progress)) -> Self {
        let mut batches = Vec::new();
        if with_builtin {
            batches.push(builtin::batch());
        }
        for path in folders {
            batches.push(folder::read(path, progress));
        }
        Self::merge(batches)
    }

    fn merge(batches: Vec<Batch>) -> Self {
        let mut library = Self::default();
        for (source, batch) in batches.into_iter().enumerate() {
            library.sources.push(batch.source);
            library.problems.extend(batch.problems);
            for (head, text, place) in batch.entries {
                let entry = Entry { head, text, source, place };
                if let Some(&at) = library.by_id.get(&entry.head.id) {
                    let before = &mut library.entries[at];
                    if before.source == source {
                        library.problems.push(Problem {
                            place: entry.place.to_string(),
                            field: "id".to_owned(),
                            reason: Reason::SameId(entry.head.id.to_string()),
                        });
                    }
                    *before = entry;
                } else {
                    library.by_id.insert(entry.head.id.clone(), library.entries.len());
                    library.entries.push(entry);
                }
            }
        }
        library.entries.sort_by(|a, b| b.head.date.cmp(&a.head.date).then_with(|| a.head.id.cmp(&b.head.id)));
        for (at, entry) in library.entries.iter().enumerate() {
            if let Some(place) = library.by_id.get_mut(&entry.head.id) {
                *place = at;
            }
        }
        library
    }

    /// How many cases there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All cases, newest first, undated last; ties by id.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The case at this place of [`Library::entries`].
    pub fn entry(&self, at: usize) -> &Entry {
        &self.entries[at]
    }

    /// The place of the case with exactly this id.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.by_id.get(&Clean::line(id)).copied()
    }

    /// The case with this id; letter case and normal form do not matter where that names one case.
    pub fn find(&self, id: &str) -> Option<&Entry> {
        let id = Clean::line(id);
        if let Some(&at) = self.by_id.get(&id) {
            return Some(&self.entries[at]);
        }
        let lower = id.to_lowercase();
        self.entries.iter().find(|entry| entry.head.id.to_lowercase() == lower)
    }

    /// Ids that resemble `id`, best first, at most three: what to offer where none is found.
    pub fn near_ids(&self, id: &str) -> Vec<&Clean> {
        let wanted = id.to_lowercase();
        let mut near: Vec<(usize, &Clean)> = self
            .entries
            .iter()
            .map(|entry| (distance(&wanted, &entry.head.id.to_lowercase()), &entry.head.id))
            .filter(|(far, _)| *far <= 2.max(wanted.chars().count() / 3))
            .collect();
        near.sort();
        near.into_iter().take(3).map(|(_, id)| id).collect()
    }

    /// The source that a case came from.
    pub fn source_of(&self, entry: &Entry) -> &Source {
        &self.sources[entry.source]
    }

    /// The sources in the order in which they were merged.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// What was wrong with whole files. Oddities inside cases are found by reading the cases.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl Source {
    fn of_path(path: &Path) -> Self {
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        Self { name: Clean::line(&name), path: Some(path.to_owned()) }
    }
}

/// Edits of one letter that turn `a` into `b`.
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_case_is_read_without_a_problem() {
        let library = Library::builtin();
        assert!(library.problems().is_empty());
        for entry in library.entries() {
            let (case, problems) = entry.read();
            assert!(problems.is_empty(), "{problems:?}");
            assert_eq!(case.id, entry.head.id);
        }
    }

    #[test]
    fn an_embedded_head_says_what_its_text_says() {
        for entry in Library::builtin().entries() {
            let head = Head::parse(entry.json()).unwrap();
            assert_eq!(format!("{head:?}"), format!("{:?}", entry.head));
        }
    }

    #[test]
    fn the_order_is_newest_first() {
        let library = Library::builtin();
        let dates: Vec<_> = library.entries().iter().map(|entry| entry.head.date).collect();
        assert!(dates.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn ids_are_found_in_any_letter_case_and_near_ones_are_offered() {
        let library = Library::builtin();
        assert_eq!(library.find("il-0395").unwrap().head.id.as_str(), "IL-0395");
        assert!(library.near_ids("IL-O395").iter().any(|id| id.as_str() == "IL-0395"));
        assert_eq!(distance("cause", "cuase"), 2);
    }
}
