//! Keys as they come in: escape sequences that a slow link has cut in two, and text that was pasted into a terminal which
//! does not put pastes in brackets. Pure, but for the time that it is told.

use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// How long the rest of a sequence may take after its Esc.
pub(super) const SPLIT: Duration = Duration::from_millis(50);
/// What comes this soon after a paste is the rest of it.
const REST: Duration = Duration::from_millis(30);
/// Nobody types so many keys between two looks at the keyboard, with blanks or line ends among them.
const BURST: usize = 24;

/// What is remembered from one look at the keyboard to the next.
#[derive(Debug, Default)]
pub(super) struct Typing {
    last_paste: Option<Instant>,
    /// A string of the terminal that has no end yet, and when its last part came.
    string: Option<(String, Instant)>,
}

/// What a look at the keyboard came to.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    /// Input as it is.
    Input(Input),
    /// What the terminal said by itself, such as its background: the text between the beginning and the end.
    String(String),
}

/// Whether more has to be waited for: the last thing that came is an Esc, or the beginning of a sequence after one.
pub(super) fn is_unfinished(batch: &[Input]) -> bool {
    if batch.last().is_some_and(begins_string) {
        return true;
    }
    let Some(esc) = batch.iter().rposition(is_esc) else {
        return false;
    };
    let rest: Option<Vec<char>> = batch[esc + 1..].iter().map(plain_char).collect();
    rest.is_some_and(|rest| match rest.split_first() {
        None => true,
        Some(('[', rest)) => !rest.iter().any(|c| is_final(*c)),
        Some(('O', rest)) => rest.is_empty(),
        _ => false,
    })
}

impl Typing {
    /// What a batch of input, read at one look, comes to.
    pub(super) fn take(&mut self, batch: &[Input], now: Instant) -> Vec<Heard> {
        let mut heard = Vec::new();
        let rest = self.strings(joined(batch), now, &mut heard);
        heard.extend(self.pastes(rest, now).into_iter().map(Heard::Input));
        heard
    }

    /// Takes what the terminal says by itself out of the keys among which it comes: it must never be read as commands.
    fn strings(&mut self, batch: Vec<Input>, now: Instant, heard: &mut Vec<Heard>) -> Vec<Input> {
        if self.string.as_ref().is_some_and(|(_, last)| now.duration_since(*last) > STRING) {
            self.string = None;
        }
        let mut rest = Vec::with_capacity(batch.len());
        let mut inputs = batch.into_iter().peekable();
        while let Some(input) = inputs.next() {
            match &mut self.string {
                Some((text, last)) => match string_part(&input) {
                    StringPart::Text(c) => {
                        // No answer is longer; what is, is no answer.
                        if text.len() < MOST_STRING {
                            text.push(c);
                        }
                        *last = now;
                    }
                    StringPart::End => heard.extend(self.string.take().map(|(text, _)| Heard::String(text))),
                    StringPart::Other => {
                        self.string = None;
                        rest.push(input);
                    }
                },
                // Alone it is a key that somebody pressed.
                None if begins_string(&input) && inputs.peek().is_some_and(|next| plain_char(next).is_some()) => {
                    self.string = Some((String::new(), now));
                }
                None => rest.push(input),
            }
        }
        rest
    }

    fn pastes(&mut self, batch: Vec<Input>, now: Instant) -> Vec<Input> {
        let begins = |input: &Input| matches!(input, Input::Key(key) if key.code == PASTE_BEGINS);
        if batch.iter().any(begins) {
            self.last_paste = Some(now);
        }
        let goes_on = self.last_paste.is_some_and(|last| now.duration_since(last) < REST);
        let text: Option<String> = batch.iter().map(typed).collect();
        match text {
            Some(text) if !text.is_empty() && (goes_on || is_burst(&text)) => {
                self.last_paste = Some(now);
                vec![Input::Paste(text)]
            }
            _ => batch.into_iter().filter(|input| !begins(input)).collect(),
        }
    }
}

/// How long the parts of a string of the terminal may be apart.
const STRING: Duration = Duration::from_millis(300);
const MOST_STRING: usize = 4096;

/// What an input is to a string that has begun.
enum StringPart {
    Text(char),
    End,
    Other,
}

/// Whether this begins a string of the terminal (OSC, DCS, APC, PM, SOS): they reach us as Alt and a character.
fn begins_string(input: &Input) -> bool {
    matches!(input, Input::Key(KeyEvent { code: KeyCode::Char(']' | 'P' | '_' | '^' | 'X'), modifiers, .. })
        if modifiers.contains(KeyModifiers::ALT))
}

fn string_part(input: &Input) -> StringPart {
    let Input::Key(key) = input else {
        return StringPart::Other;
    };
    let (alt, ctrl) = (key.modifiers.contains(KeyModifiers::ALT), key.modifiers.contains(KeyModifiers::CONTROL));
    match key.code {
        KeyCode::Char('\\') if alt => StringPart::End,
        KeyCode::Char('g') if ctrl => StringPart::End,
        // The first half of its end.
        KeyCode::Esc => StringPart::Text('\u{1b}'),
        KeyCode::Char(c) if !alt && !ctrl => StringPart::Text(c),
        _ => StringPart::Other,
    }
}

/// Stands for the beginning of a paste in brackets that was cut after its Esc; no terminal sends this key.
const PASTE_BEGINS: KeyCode = KeyCode::F(200);

fn is_burst(text: &str) -> bool {
    let blanks = text.chars().filter(|c| c.is_whitespace()).count();
    text.chars().count() >= BURST && blanks >= 2 && blanks * 2 < text.chars().count()
}

fn is_esc(input: &Input) -> bool {
    matches!(input, Input::Key(key) if key.code == KeyCode::Esc && key.modifiers.is_empty() && is_press(key))
}

fn is_press(key: &KeyEvent) -> bool {
    key.kind != KeyEventKind::Release
}

/// The character of a key without modifiers other than Shift.
fn plain_char(input: &Input) -> Option<char> {
    match input {
        Input::Key(KeyEvent { code: KeyCode::Char(c), modifiers, kind: KeyEventKind::Press, .. })
            if (*modifiers - KeyModifiers::SHIFT).is_empty() =>
        {
            Some(*c)
        }
        _ => None,
    }
}

/// The character that a key types in a text.
fn typed(input: &Input) -> Option<char> {
    match input {
        Input::Key(key) if key.code == PASTE_BEGINS => Some('\n'),
        Input::Key(key) if key.modifiers.is_empty() && key.code == KeyCode::Enter => Some('\n'),
        Input::Key(key) if key.modifiers.is_empty() && key.code == KeyCode::Tab => Some('\t'),
        // A line feed in a paste.
        Input::Key(key) if key.modifiers == KeyModifiers::CONTROL && key.code == KeyCode::Char('j') => Some('\n'),
        other => plain_char(other),
    }
}

fn is_final(c: char) -> bool {
    matches!(c, '\u{40}'..='\u{7e}')
}

/// Puts sequences together whose Esc came alone.
fn joined(batch: &[Input]) -> Vec<Input> {
    let mut out = Vec::with_capacity(batch.len());
    let mut rest = batch;
    while let Some((first, after)) = rest.split_first() {
        if is_esc(first)
            && let Some((keys, taken)) = sequence(after)
        {
            out.extend(keys.map(Input::Key));
            rest = &after[taken..];
        } else {
            out.push(first.clone());
            rest = after;
        }
    }
    out
}

/// The key of the sequence that follows an Esc, and how many inputs it takes; a sequence that nobody knows is no key.
fn sequence(after: &[Input]) -> Option<(Option<KeyEvent>, usize)> {
    match plain_char(after.first()?)? {
        // A string of the terminal, or its end.
        c @ (']' | 'P' | '_' | '^' | 'X' | '\\') => Some((Some(KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT)), 1)),
        'O' => {
            let last = plain_char(after.get(1)?)?;
            Some((named("", last), 2))
        }
        '[' => {
            let chars: Vec<char> = after[1..].iter().map_while(plain_char).collect();
            let end = chars.iter().position(|c| is_final(*c))?;
            let parameters: String = chars[..end].iter().collect();
            Some((named(&parameters, chars[end]), end + 2))
        }
        _ => None,
    }
}

fn named(parameters: &str, last: char) -> Option<KeyEvent> {
    let mut numbers = parameters.split(';').map(|number| number.parse::<u8>().unwrap_or(1));
    let (first, second) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1));
    let code = match last {
        'A' => KeyCode::Up,
        'B' => KeyCode::Down,
        'C' => KeyCode::Right,
        'D' => KeyCode::Left,
        'H' => KeyCode::Home,
        'F' => KeyCode::End,
        'Z' => KeyCode::BackTab,
        'P'..='S' => KeyCode::F(last as u8 - b'P' + 1),
        '~' => match first {
            1 | 7 => KeyCode::Home,
            2 => KeyCode::Insert,
            3 => KeyCode::Delete,
            4 | 8 => KeyCode::End,
            5 => KeyCode::PageUp,
            6 => KeyCode::PageDown,
            11..=15 => KeyCode::F(first - 10),
            17..=21 => KeyCode::F(first - 11),
            23 | 24 => KeyCode::F(first - 12),
            200 => PASTE_BEGINS,
            _ => return None,
        },
        _ => return None,
    };
    let bits = second.saturating_sub(1);
    let mut modifiers = KeyModifiers::empty();
    for (bit, modifier) in [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)] {
        if bits & bit != 0 {
            modifiers |= modifier;
        }
    }
    Some(KeyEvent::new(code, modifiers))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<Input> {
        let key = |code| Input::Key(KeyEvent::new(code, KeyModifiers::NONE));
        text.chars()
            .map(|c| match c {
                '\x1b' => key(KeyCode::Esc),
                '\n' => key(KeyCode::Enter),
                c => key(KeyCode::Char(c)),
            })
            .collect()
    }

    fn codes(heard: &[Heard]) -> Vec<KeyCode> {
        let code = |heard: &Heard| match heard {
            Heard::Input(Input::Key(key)) => Some(key.code),
            _ => None,
        };
        heard.iter().filter_map(code).collect()
    }

    fn pasted(heard: &[Heard]) -> Option<&str> {
        match heard {
            [Heard::Input(Input::Paste(text))] => Some(text),
            _ => None,
        }
    }

    #[test]
    fn a_sequence_that_was_cut_after_its_esc_is_one_key() {
        let mut typing = Typing::default();
        let now = Instant::now();
        assert!(is_unfinished(&keys("\x1b")) && is_unfinished(&keys("j\x1b[1;")) && is_unfinished(&keys("\x1bO")));
        assert!(!is_unfinished(&keys("\x1bj")) && !is_unfinished(&keys("\x1b[B")) && !is_unfinished(&keys("j")));
        assert_eq!(
            codes(&typing.take(&keys("j\x1b[Bk"), now)),
            [KeyCode::Char('j'), KeyCode::Down, KeyCode::Char('k')]
        );
        assert_eq!(codes(&typing.take(&keys("\x1b[5~\x1bOQ"), now)), [KeyCode::PageUp, KeyCode::F(2)]);
        assert_eq!(codes(&typing.take(&keys("\x1b"), now)), [KeyCode::Esc]);
        assert_eq!(codes(&typing.take(&keys("\x1bj"), now)), [KeyCode::Esc, KeyCode::Char('j')]);
        let alt = typing.take(&keys("\x1b[1;3D"), now);
        assert_eq!(alt, [Heard::Input(Input::Key(KeyEvent::new(KeyCode::Left, KeyModifiers::ALT)))]);
        assert!(typing.take(&keys("\x1b[99X"), now).is_empty(), "nobody knows it");
    }

    #[test]
    fn a_burst_of_text_is_a_paste_and_so_is_what_follows_it() {
        let mut typing = Typing::default();
        let now = Instant::now();
        let text = "api-1 502 bad gateway\nupstream timed out\n";
        assert_eq!(pasted(&typing.take(&keys(text), now)), Some(text));
        let soon = now + Duration::from_millis(5);
        assert_eq!(pasted(&typing.take(&keys("q\n"), soon)), Some("q\n"));
        let later = now + Duration::from_secs(1);
        assert_eq!(codes(&typing.take(&keys("q"), later)), [KeyCode::Char('q')]);
    }

    #[test]
    fn what_a_person_types_ahead_is_keys() {
        let mut typing = Typing::default();
        for text in ["/502 load balancer\n\nyr", &"j".repeat(80), &"a".repeat(40), "jjjjkkkkjjjjkkkkjjjjkkkkjjjj"] {
            assert_eq!(typing.take(&keys(text), Instant::now()).len(), text.chars().count(), "{text:?}");
        }
    }

    #[test]
    fn what_the_terminal_says_by_itself_is_no_command() {
        let alt = |c| Input::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT));
        let string = |begin: char, text: &str| [vec![alt(begin)], keys(text), vec![alt('\\')]].concat();
        for (begin, text) in [(']', "11;rgb:ffff/ffff/ffff"), ('P', ">|tmux 3.3a"), (']', "11;axdaxd"), ('_', "a x d")]
        {
            let mut typing = Typing::default();
            let now = Instant::now();
            let batch = [keys("j"), string(begin, text), keys("k")].concat();
            let heard = typing.take(&batch, now);
            assert!(heard.contains(&Heard::String(text.to_owned())), "{heard:?}");
            assert_eq!(codes(&heard), [KeyCode::Char('j'), KeyCode::Char('k')]);
            // In pieces, with its end cut in two.
            let whole = string(begin, text);
            let (first, rest) = whole.split_at(whole.len() / 2);
            assert!(typing.take(first, now).is_empty());
            let end = [rest[..rest.len() - 1].to_vec(), keys("\x1b\\")].concat();
            assert_eq!(typing.take(&end, now), [Heard::String(text.to_owned())]);
            // One that never ends holds nobody up for long.
            assert!(typing.take(first, now).is_empty());
            assert_eq!(codes(&typing.take(&keys("j"), now + Duration::from_secs(1))), [KeyCode::Char('j')]);
        }
        let mut typing = Typing::default();
        assert_eq!(typing.take(&[alt('P')], Instant::now()).len(), 1, "alone it is a key");
    }

    #[test]
    fn a_paste_whose_brackets_were_cut_is_a_paste() {
        let mut typing = Typing::default();
        let now = Instant::now();
        let taken = typing.take(&keys("\x1b[200~ab"), now);
        assert_eq!(pasted(&taken).map(str::trim), Some("ab"));
        assert!(pasted(&typing.take(&keys("q"), now)).is_some());
    }
}
