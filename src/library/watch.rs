//! Tells when a folder of cases has changed on disk.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::folder::DEEPEST;

/// Watches folders as long as it lives.
#[derive(Debug)]
pub struct Watcher {
    _inner: Arc<Mutex<RecommendedWatcher>>,
}

/// After the first change, what follows within this time belongs to the same change.
const QUIET: Duration = Duration::from_millis(150);
/// A folder that is never quiet is read this often.
const AT_LATEST: Duration = Duration::from_secs(2);
/// By so much the clock of a file system may be behind ours.
const BEHIND: Duration = Duration::from_millis(50);

impl Watcher {
    /// Calls `changed` (on a thread of its own) after something in `folders` changed and has been quiet for a moment; also
    /// for what changed since `then`, when they were read. None when the system cannot watch; then there is only the
    /// reload key.
    pub fn start(folders: &[PathBuf], then: SystemTime, changed: impl Fn() + Send + 'static) -> Option<Self> {
        if folders.is_empty() {
            return None;
        }
        let folders: Vec<PathBuf> =
            folders.iter().map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.clone())).collect();
        let (tell, told) = std::sync::mpsc::channel::<()>();
        let ours = folders.clone();
        let at_first = tell.clone();
        let inner = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let is_ours = |path: &PathBuf| {
                ours.iter().any(|folder| path == folder || (path.starts_with(folder) && !is_beside_the_point(path)))
            };
            if event.is_ok_and(|event| {
                !matches!(event.kind, EventKind::Access(_))
                    && (event.paths.is_empty() || event.paths.iter().any(is_ours))
            }) {
                // The receiver is gone only when the program ends.
                let _ = tell.send(());
            }
        })
        .ok()?;
        let inner = Arc::new(Mutex::new(inner));
        if !watch(&inner, &folders) {
            return None;
        }
        if folders.iter().any(|folder| has_changed(folder, then, 0)) {
            let _ = at_first.send(());
        }
        drop(at_first);
        let again = Arc::downgrade(&inner);
        std::thread::spawn(move || {
            while told.recv().is_ok() {
                let end = Instant::now() + AT_LATEST;
                while Instant::now() < end && told.recv_timeout(QUIET).is_ok() {}
                // What was put in the place of a folder or file is another one to the system.
                let Some(inner) = again.upgrade() else { return };
                watch(&inner, &folders);
                drop(inner);
                changed();
            }
        });
        Some(Self { _inner: inner })
    }
}

/// Whether a file or folder, or anything in it, was changed, put there or taken away since `then`.
fn has_changed(path: &Path, then: SystemTime, depth: usize) -> bool {
    // The library itself may be a link; what a link in it names is looked at where it stands.
    let meta = if depth == 0 { fs::metadata(path) } else { fs::symlink_metadata(path) };
    let Ok(meta) = meta else { return false };
    let since_epoch = |time: SystemTime| time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let changed = Duration::new(meta.ctime().try_into().unwrap_or(0), meta.ctime_nsec().try_into().unwrap_or(0));
    changed + BEHIND >= since_epoch(then)
        || (meta.is_dir() && depth < DEEPEST)
            && fs::read_dir(path).is_ok_and(|items| {
                let paths = items.flatten().map(|item| item.path());
                paths.filter(|path| !is_beside_the_point(path)).any(|path| has_changed(&path, then, depth + 1))
            })
}

/// A hidden file, or a journal that is kept beside the cases: no case changed.
fn is_beside_the_point(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "journal")
        || path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Watches the folders, and the folders that they stand in, where they may be put anew. False when nothing can be.
fn watch(inner: &Mutex<RecommendedWatcher>, folders: &[PathBuf]) -> bool {
    let mut inner = inner.lock().unwrap_or_else(PoisonError::into_inner);
    let mut watch = |path: &Path, mode| {
        // It may not be watched, or be gone.
        let _ = inner.unwatch(path);
        inner.watch(path, mode).is_ok()
    };
    let mut any = false;
    for folder in folders {
        if let Some(parent) = folder.parent().filter(|parent| !folders.iter().any(|folder| parent.starts_with(folder)))
        {
            any |= watch(parent, RecursiveMode::NonRecursive);
        }
        // A single file is watched by its folder: to write it anew is to put another in its place.
        if !folder.is_file() {
            any |= watch(folder, RecursiveMode::Recursive);
        }
    }
    any
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    fn watching(path: &Path) -> (Watcher, Receiver<()>) {
        let (tell, told) = channel();
        let watcher =
            Watcher::start(&[path.to_owned()], SystemTime::now() + QUIET, move || tell.send(()).unwrap_or_default())
                .unwrap();
        (watcher, told)
    }

    fn is_told(told: &Receiver<()>) {
        told.recv_timeout(Duration::from_secs(10)).expect("the change is told");
        while told.recv_timeout(QUIET * 3).is_ok() {}
    }

    #[test]
    fn new_files_are_told_also_in_a_folder_that_was_made_anew() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("cases");
        fs::create_dir(&folder).unwrap();
        let (_watcher, told) = watching(&folder);
        fs::write(folder.join("a.json"), "{}").unwrap();
        is_told(&told);
        fs::remove_dir_all(&folder).unwrap();
        is_told(&told);
        fs::create_dir(&folder).unwrap();
        is_told(&told);
        fs::write(folder.join("b.json"), "{}").unwrap();
        is_told(&told);
    }

    #[test]
    fn a_file_is_told_each_time_it_is_put_anew() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.json");
        fs::write(&file, "{}").unwrap();
        let (_watcher, told) = watching(&file);
        for _ in 0..3 {
            fs::write(dir.path().join("new"), "{}").unwrap();
            fs::rename(dir.path().join("new"), &file).unwrap();
            is_told(&told);
        }
    }

    #[test]
    fn what_changed_before_the_watch_began_is_told_too() {
        let dir = tempfile::tempdir().unwrap();
        let (deep, link) = (dir.path().join("cases/deep"), dir.path().join("link"));
        fs::create_dir_all(&deep).unwrap();
        std::os::unix::fs::symlink(dir.path().join("cases"), &link).unwrap();
        fs::write(deep.join("a.json"), "{}").unwrap();
        let later = SystemTime::now() + Duration::from_secs(60);
        assert!(!has_changed(dir.path(), later, 0));
        std::thread::sleep(BEHIND * 3);
        let then = SystemTime::now();
        assert!(!has_changed(dir.path(), then, 0));
        fs::write(deep.join("a.json"), "{ }").unwrap();
        assert!(has_changed(dir.path(), then, 0) && has_changed(&link, then, 0));
        let (tell, told) = channel();
        let _watcher =
            Watcher::start(&[dir.path().to_owned()], then, move || tell.send(()).unwrap_or_default()).unwrap();
        is_told(&told);
    }

    #[test]
    fn a_folder_that_is_never_quiet_is_told_too() {
        let dir = tempfile::tempdir().unwrap();
        let (_watcher, told) = watching(dir.path());
        let end = Instant::now() + Duration::from_secs(30);
        while told.try_recv().is_err() {
            assert!(Instant::now() < end, "the change is told");
            fs::write(dir.path().join("a.json"), "{}").unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
