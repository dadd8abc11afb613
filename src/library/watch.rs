//! Tells when a folder of cases has changed on disk.

use std::path::PathBuf;
use std::time::Duration;

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// Watches folders as long as it lives.
#[derive(Debug)]
pub struct Watcher {
    _inner: RecommendedWatcher,
}

/// After the first change, what follows within this time belongs to the same change.
const QUIET: Duration = Duration::from_millis(150);

impl Watcher {
    /// Calls `changed` (on a thread of its own) after something in `folders` changed and has been quiet for a moment.
    /// None when the system cannot watch; then there is only the reload key.
    pub fn start(folders: &[PathBuf], changed: impl Fn() + Send + 'static) -> Option<Self> {
        if folders.is_empty() {
            return None;
        }
        let (tell, told) = std::sync::mpsc::channel::<()>();
        let mut inner = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|event| !matches!(event.kind, EventKind::Access(_))) {
                // The receiver is gone only when the program ends.
                let _ = tell.send(());
            }
        })
        .ok()?;
        let watched = folders.iter().filter(|folder| inner.watch(folder, RecursiveMode::Recursive).is_ok()).count();
        if watched == 0 {
            return None;
        }
        std::thread::spawn(move || {
            while told.recv().is_ok() {
                while told.recv_timeout(QUIET).is_ok() {}
                changed();
            }
        });
        Some(Self { _inner: inner })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_told_once() {
        let dir = tempfile::tempdir().unwrap();
        let (tell, told) = std::sync::mpsc::channel();
        let _watcher = Watcher::start(&[dir.path().to_owned()], move || tell.send(()).unwrap()).unwrap();
        for name in ["a.json", "b.json"] {
            std::fs::write(dir.path().join(name), "{}").unwrap();
        }
        told.recv_timeout(Duration::from_secs(10)).expect("the change is told");
    }
}
