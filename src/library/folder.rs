//! Reads a folder (or one file) of cases. A broken file costs that file alone.

use std::fs;
use std::ops::Range;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use rustix::buffer::spare_capacity;
use rustix::fs::OFlags;

use super::{Batch, File, Shelf, Source, Text, split};
use crate::case::{Head, Problem, Reason};

/// Nothing longer is read: it cannot be a library that a person keeps.
const LARGEST_FILE: usize = 1 << 30;
/// Folders in folders are read down to here.
pub(super) const DEEPEST: usize = 40;

/// How far the reading of a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Cases read so far.
    pub cases: usize,
}

/// Files that are read before progress is told.
const FILES_AT_ONCE: usize = 1024;
/// Fewer items than these are not worth a thread.
const ENOUGH_FOR_THREADS: usize = 64;
/// Items that a thread takes at a time.
const ITEMS_AT_ONCE: usize = 16;

static THREADS: LazyLock<usize> = LazyLock::new(|| std::thread::available_parallelism().map_or(2, usize::from).min(8));

type Found = (Head, Text, Arc<str>);

pub(super) fn read(path: &Path, progress: &mut dyn FnMut(Progress)) -> Batch {
    let mut walk = Walk {
        root: fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        files: Vec::new(),
        problems: Vec::new(),
    };
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => walk.folder(path, 0),
        Ok(meta) if meta.is_file() => walk.files.push(path.to_owned()),
        Ok(_) => walk.odd(path, Reason::NotAFile),
        Err(why) => walk.odd(path, Reason::Unreadable(why.to_string())),
    }
    let Walk { mut files, mut problems, .. } = walk;
    files.sort_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    let mut entries = Vec::new();
    for batch in files.chunks(FILES_AT_ONCE) {
        for (mut found, mut odd) in side_by_side(batch, |reader: &mut Reader, file| reader.cases(file, path)) {
            entries.append(&mut found);
            problems.append(&mut odd);
        }
        progress(Progress { cases: entries.len() });
    }
    Batch { source: Source::of_path(path), entries, problems }
}

struct Walk {
    root: PathBuf,
    files: Vec<PathBuf>,
    problems: Vec<Problem>,
}

impl Walk {
    fn odd(&mut self, path: &Path, reason: Reason) {
        self.problems.push(Problem {
            place: crate::text::Clean::line(&path.display().to_string()).to_string(),
            field: String::new(),
            reason,
        });
    }

    fn folder(&mut self, path: &Path, depth: usize) {
        if depth > DEEPEST {
            return self.odd(path, Reason::TooDeep);
        }
        let listing = match fs::read_dir(path) {
            Ok(listing) => listing,
            Err(why) => return self.odd(path, Reason::Unreadable(why.to_string())),
        };
        for item in listing {
            let item = match item {
                Ok(item) => item,
                Err(why) => {
                    self.odd(path, Reason::Unreadable(why.to_string()));
                    continue;
                }
            };
            let path = item.path();
            if item.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            match item.file_type() {
                Ok(kind) if kind.is_dir() => self.folder(&path, depth + 1),
                Ok(kind) if kind.is_symlink() => self.link(&path),
                Ok(kind) if kind.is_file() => {
                    if is_case_file(&path) {
                        self.files.push(path);
                    }
                }
                Ok(_) if is_case_file(&path) => self.odd(&path, Reason::NotAFile),
                Ok(_) => {}
                Err(why) => self.odd(&path, Reason::Unreadable(why.to_string())),
            }
        }
    }

    /// What a link inside the library names is read where it stands; what lies outside is not read at all.
    fn link(&mut self, path: &Path) {
        match fs::canonicalize(path) {
            Ok(target) if target.starts_with(&self.root) => {
                if self.root.starts_with(&target) {
                    self.odd(path, Reason::OutsideLink);
                }
            }
            Ok(_) => self.odd(path, Reason::OutsideLink),
            Err(_) => self.odd(path, Reason::BrokenLink),
        }
    }
}

fn is_case_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ["json", "jsonl", "ndjson"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Reads files onto shelves of about a megabyte each: a piece of memory for each small file would cost more than reading it.
struct Reader {
    shelf: Shelf,
    bytes: Vec<u8>,
}

/// Bytes after which a new shelf is begun.
const SHELF: usize = 1 << 20;
/// Room for at least this much is there at each reading.
const AT_ONCE: usize = 1 << 16;

impl Default for Reader {
    fn default() -> Self {
        Self { shelf: Shelf::default(), bytes: Vec::with_capacity(SHELF) }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.close_shelf();
    }
}

impl Reader {
    fn close_shelf(&mut self) {
        // It is set here only, once for each shelf.
        let _ = self.shelf.set(std::mem::take(&mut self.bytes));
    }

    /// Reads a file; gives its place on the shelf.
    fn read(&mut self, path: &Path) -> Result<Range<usize>, Reason> {
        if self.bytes.len() > SHELF * 3 / 4 {
            self.close_shelf();
            self.shelf = Shelf::default();
            self.bytes.reserve(SHELF);
        }
        let unreadable = |why: std::io::Error| Reason::Unreadable(why.to_string());
        // Opening a pipe that was put there meanwhile must not wait for its writer.
        let flags = OFlags::NONBLOCK.bits() as i32;
        let file = fs::OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(unreadable)?;
        let start = self.bytes.len();
        loop {
            self.bytes.reserve(AT_ONCE);
            match rustix::io::retry_on_intr(|| rustix::io::read(&file, spare_capacity(&mut self.bytes))) {
                Ok(0) => break,
                Ok(_) if self.bytes.len() < self.bytes.capacity() => {}
                // A large one: room for all of it at once.
                Ok(_) => {
                    let whole = file.metadata().map_or(0, |meta| meta.len().min(LARGEST_FILE as u64) as usize);
                    self.bytes.reserve((start + whole).saturating_sub(self.bytes.len()));
                }
                Err(why) => return Err(unreadable(why.into())),
            }
            if self.bytes.len() - start > LARGEST_FILE {
                self.bytes.truncate(start);
                return Err(Reason::TooLarge(LARGEST_FILE as u64));
            }
        }
        let mark = if self.bytes[start..].starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Ok(start + mark..self.bytes.len())
    }

    fn cases(&mut self, file: &Path, root: &Path) -> (Vec<Found>, Vec<Problem>) {
        let shown = file.strip_prefix(root).ok().filter(|rest| !rest.as_os_str().is_empty());
        let place = crate::text::Clean::line(&shown.unwrap_or(file).display().to_string()).to_string();
        let problem = |line: Option<usize>, reason| Problem {
            place: line.map_or_else(|| place.clone(), |line| format!("{place}:{line}")),
            field: String::new(),
            reason,
        };
        let range = match self.read(file) {
            Ok(range) => range,
            Err(reason) => return (Vec::new(), vec![problem(None, reason)]),
        };
        let is_lines = file
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl") || ending.eq_ignore_ascii_case("ndjson"));
        let bytes = &self.bytes[range.clone()];
        let whole: Arc<str> = place.as_str().into();
        let text_of = {
            let file = Arc::new(File { path: file.to_owned(), shelf: self.shelf.clone(), start: range.start });
            move |part: Range<usize>| {
                let range = range.start + part.start..range.start + part.end;
                Text::Part { file: file.clone(), range, lossy: OnceLock::new() }
            }
        };
        if !is_lines && bytes.trim_ascii_start().starts_with(b"{") {
            // Mostly a file is one case: then it is gone through once.
            let part = bytes.len() - bytes.trim_ascii_start().len()..bytes.trim_ascii_end().len();
            if let Ok(head) = Head::parse_bytes(&bytes[part.clone()])
                && !head.id.is_blank()
            {
                return (vec![(head, text_of(part), whole)], Vec::new());
            }
        }
        let (parts, odd) = split::cases(bytes, is_lines);
        let mut problems: Vec<Problem> = odd.into_iter().map(|(line, reason)| problem(line, reason)).collect();
        let parse = |(): &mut (), (range, line): &(Range<usize>, Option<usize>)| -> Result<Found, Problem> {
            let head = parse_head(&bytes[range.clone()]).map_err(|reason| problem(*line, reason))?;
            let place = line.map_or_else(|| whole.clone(), |line| format!("{whole}:{line}").into());
            Ok((head, text_of(range.clone()), place))
        };
        let mut entries = Vec::with_capacity(parts.len());
        for result in side_by_side(&parts, parse) {
            match result {
                Ok(found) => entries.push(found),
                Err(odd) => problems.push(odd),
            }
        }
        (entries, problems)
    }
}

/// Does the same with each item (with a state for each thread), on as many threads as there are processors where there is
/// enough to do; the results are in the order of the items.
fn side_by_side<S: Default, T: Sync, R: Send>(items: &[T], work: impl Fn(&mut S, &T) -> R + Sync) -> Vec<R> {
    if items.len() < ENOUGH_FOR_THREADS {
        let mut state = S::default();
        return items.iter().map(|item| work(&mut state, item)).collect();
    }
    let chunks: Vec<&[T]> = items.chunks(ITEMS_AT_ONCE).collect();
    // Each thread takes the next items when it is done with its own: one that has to wait for a processor holds nobody up.
    let next = AtomicUsize::new(0);
    let take_turns = || {
        let mut state = S::default();
        let mut done = Vec::new();
        while let Some((at, chunk)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            chunks.get(at).map(|chunk| (at, chunk))
        } {
            done.push((at, chunk.iter().map(|item| work(&mut state, item)).collect::<Vec<R>>()));
        }
        done
    };
    let mut done: Vec<(usize, Vec<R>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..*THREADS).map(|_| scope.spawn(take_turns)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

fn parse_head(json: &[u8]) -> Result<Head, Reason> {
    if !json.starts_with(b"{") {
        return Err(not_utf8(json).unwrap_or(Reason::Expected("an object")));
    }
    let head = match Head::parse_bytes(json) {
        Ok(head) => head,
        // A field named twice stops the fast reader; the last one counts, as everywhere in JSON. And a byte that is not
        // UTF-8 costs its place in a text, not the case.
        Err(why) => serde_json::from_str::<serde_json::Value>(&String::from_utf8_lossy(json))
            .ok()
            .and_then(|value| Head::parse(&value.to_string()).ok())
            .ok_or_else(|| not_utf8(json).unwrap_or_else(|| Reason::NotJson(why.to_string())))?,
    };
    if head.id.is_blank() {
        return Err(Reason::NoId);
    }
    Ok(head)
}

/// What is wrong with bytes that are not UTF-8, and what they look like.
fn not_utf8(bytes: &[u8]) -> Option<Reason> {
    let is_utf8 = str::from_utf8(bytes).is_ok() && !bytes.contains(&0);
    (!is_utf8).then_some(Reason::NotUtf8(match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        [_, 0, ..] => Some("UTF-16 or binary"),
        _ => None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn load(dir: &Path) -> (Vec<String>, Vec<String>) {
        let batch = read(dir, &mut |_| {});
        let mut ids: Vec<String> = batch.entries.iter().map(|(head, ..)| head.id.to_string()).collect();
        ids.sort();
        let english = |problem| crate::formats::words::problem(problem, crate::case::Language::English);
        let mut odd: Vec<String> = batch.problems.iter().map(english).collect();
        odd.sort();
        (ids, odd)
    }

    fn case(id: &str) -> String {
        format!(r#"{{"id": "{id}", "title": {{"en": "t"}}}}"#)
    }

    #[test]
    fn a_bad_file_costs_that_file_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::write(path("a.json"), case("A")).unwrap();
        fs::write(path("bom.json"), format!("\u{feff}{}\r\n", case("B"))).unwrap();
        fs::write(path("lines.jsonl"), format!("{}\n{{\"id\":\n{}\n", case("C"), case("D"))).unwrap();
        fs::write(path("cut.json"), r#"{"id": "X", "ti"#).unwrap();
        fs::write(path("empty.json"), "").unwrap();
        fs::write(path("utf16.json"), b"\xff\xfe{\0").unwrap();
        fs::write(path("none.json"), "{}").unwrap();
        fs::write(path("twice.json"), r#"{"id": "E", "org": "a", "org": "b"}"#).unwrap();
        fs::create_dir(path("folder.json")).unwrap();
        fs::write(path("notes.txt"), "not a case").unwrap();
        let (ids, odd) = load(dir.path());
        assert_eq!(ids, ["A", "B", "C", "D", "E"]);
        assert_eq!(odd.len(), 5, "{odd:?}");
        assert!(odd[0].starts_with("cut.json: not JSON"), "{odd:?}");
        assert!(odd[2].starts_with("lines.jsonl:2: not JSON"), "{odd:?}");
        assert!(odd[4].contains("UTF-16"), "{odd:?}");
    }

    #[test]
    fn a_byte_that_is_not_utf8_costs_its_place_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let lines = [
            case("A").into_bytes(),
            b"{\"id\": \"B\", \"org\": \"\xc0g\", \"summary\": \"\xff\"}".to_vec(),
            case("C").into_bytes(),
        ];
        fs::write(dir.path().join("x.jsonl"), lines.join(&b'\n')).unwrap();
        fs::write(dir.path().join("d.json"), b"{\"id\": \"D\", \"summary\": \"a\xffb\"}").unwrap();
        let library = crate::library::Library::load(false, &[dir.path().to_owned()], &mut |_| {});
        assert_eq!(library.len(), 4);
        let (case, problems) = library.find("D").unwrap().read();
        assert_eq!(case.summary.all().next().unwrap().as_str(), "a\u{fffd}b");
        assert_eq!(problems.last().unwrap().reason, Reason::NotUtf8(None));
        assert!(library.find("B").unwrap().json().contains('\u{fffd}'));
    }

    #[test]
    fn links_are_followed_neither_out_nor_round() {
        let dir = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("out.json"), case("OUT")).unwrap();
        fs::create_dir_all(dir.path().join("a")).unwrap();
        fs::create_dir_all(dir.path().join("b")).unwrap();
        symlink("/nowhere", dir.path().join("a/broken")).unwrap();
        symlink(dir.path(), dir.path().join("a/loop")).unwrap();
        symlink(outside.path(), dir.path().join("a/out")).unwrap();
        fs::write(dir.path().join("b/ok.json"), case("OK")).unwrap();
        let (ids, odd) = load(dir.path());
        assert_eq!(ids, ["OK"]);
        assert_eq!(odd.len(), 3, "{odd:?}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_a_problem() {
        let (ids, odd) = load(Path::new("/no/such/folder"));
        assert!(ids.is_empty());
        assert!(odd[0].contains("cannot be read"), "{odd:?}");
    }

    #[test]
    fn large_files_are_read_by_several_threads_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let lines: Vec<String> = (0..1200).map(|n| case(&format!("N-{n:04}"))).collect();
        fs::write(dir.path().join("many.jsonl"), lines.join("\n")).unwrap();
        let batch = read(dir.path(), &mut |_| {});
        assert_eq!(batch.entries.len(), 1200);
        assert!(batch.entries.is_sorted_by(|a, b| a.0.id < b.0.id));
    }
}
