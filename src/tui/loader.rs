//! What is read and worked out beside the screen: the library, its full text, the checks. Each tells the loop when it is done.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::listen::Message;
use super::update::Event;
use crate::library::Library;
use crate::lint;
use crate::search::Index;
use crate::text::Clean;

/// How often it is told how far the reading is.
const BETWEEN_COUNTS: Duration = Duration::from_millis(60);

/// Reads the library, as often as it changes; one reading after the other, so that the newest comes last.
pub(super) struct Loader {
    tell: Sender<Message>,
    with_builtin: bool,
    pub(super) folders: Vec<PathBuf>,
    turn: Mutex<()>,
}

impl Loader {
    pub(super) fn new(tell: Sender<Message>, with_builtin: bool, folders: Vec<PathBuf>) -> Arc<Self> {
        Arc::new(Self { tell, with_builtin, folders, turn: Mutex::new(()) })
    }

    pub(super) fn load_beside(self: Arc<Self>, again: bool) {
        thread::spawn(move || self.load(again));
    }

    /// Reads the library and tells it. When it is read `again`, its index comes with it: what the query finds in the
    /// texts would be gone for a moment otherwise, and the cursor with it.
    pub(super) fn load(&self, again: bool) {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = Instant::now();
        let library = Arc::new(Library::load(self.with_builtin, &self.folders, &mut |progress| {
            // What is soon there needs no counter.
            if told.elapsed() > BETWEEN_COUNTS {
                told = Instant::now();
                let _ = self.tell.send(Message::Event(Event::Loading(progress.cases)));
            }
        }));
        let index = again.then(|| Arc::new(Index::build(&library, &mut |_| {})));
        let _ = self.tell.send(Message::Event(Event::Loaded(library, index)));
    }
}

pub(super) fn build_index(tell: &Sender<Message>, library: Arc<Library>) {
    let tell = tell.clone();
    thread::spawn(move || {
        let index = Index::build(&library, &mut |_| {});
        let _ = tell.send(Message::Event(Event::Indexed(library, Arc::new(index))));
    });
}

/// Checks every case. The checks of each case by itself are told first: they are soon done.
pub(super) fn check(tell: &Sender<Message>, library: Arc<Library>) {
    let tell = tell.clone();
    thread::spawn(move || {
        let mut findings: HashMap<Clean, Vec<lint::Finding>> = HashMap::new();
        for entry in library.entries() {
            let found = lint::check_case(entry);
            if !found.is_empty() {
                findings.insert(entry.head.id.clone(), found);
            }
        }
        let told = |findings| {
            let _ = tell.send(Message::Event(Event::Checked(library.clone(), Arc::new(findings))));
        };
        told(findings.clone());
        let others = [lint::check_possible(&library), lint::check_duplicates(&library)].concat();
        if !others.is_empty() {
            for finding in others {
                findings.entry(Clean::line(&finding.id)).or_default().push(finding);
            }
            told(findings);
        }
    });
}
