//! The terminal's answer about its background, picked out of the keys among which it comes.

use crossterm::event::{Event as Input, KeyCode, KeyModifiers};

use super::theme::Palette;

/// The terminal's answer to the question for its background: it reaches us as Alt+`]`, letters, and Alt+`\` or ^G.
pub(super) struct Answer {
    awaited: bool,
    text: Option<String>,
}

pub(super) enum Taken {
    Not,
    Part,
    Whole(Option<Palette>),
}

impl Answer {
    pub(super) fn new(awaited: bool) -> Self {
        Self { awaited, text: None }
    }

    /// Looks whether this is part of the answer.
    pub(super) fn take(&mut self, input: &Input) -> Taken {
        let Input::Key(key) = input else {
            return Taken::Not;
        };
        if !self.awaited {
            return Taken::Not;
        }
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match (&mut self.text, key.code) {
            (None, KeyCode::Char(']')) if alt => {
                self.text = Some(String::new());
                Taken::Part
            }
            (Some(text), KeyCode::Char(c)) => {
                if (alt && c == '\\') || (ctrl && c == 'g') {
                    let palette = is_light(text).map(|light| if light { Palette::Light } else { Palette::Dark });
                    self.awaited = false;
                    self.text = None;
                    return Taken::Whole(palette);
                }
                if !alt && !ctrl && text.len() < 40 && "0123456789abcdefABCDEF;:/rgb?".contains(c) {
                    text.push(c);
                    return Taken::Part;
                }
                self.awaited = false;
                self.text = None;
                Taken::Not
            }
            _ => Taken::Not,
        }
    }
}

/// Whether a colour as the terminal tells it (`rgb:1e1e/1e1e/2e2e`) is light.
fn is_light(answer: &str) -> Option<bool> {
    let rgb = answer.split_once("rgb:")?.1;
    let mut parts = rgb.split('/').map(|part| {
        let digits: String = part.chars().take_while(char::is_ascii_hexdigit).collect();
        let most = 16u32.checked_pow(digits.len() as u32)?.checked_sub(1).filter(|most| *most > 0)?;
        Some(f64::from(u32::from_str_radix(&digits, 16).ok()?) / f64::from(most))
    });
    let (red, green, blue) = (parts.next()??, parts.next()??, parts.next()??);
    Some(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyEvent;

    fn typed(answer: &mut Answer, text: &str) -> (usize, Option<Palette>) {
        let mut through = 0;
        let mut found = None;
        for c in text.chars() {
            let (c, modifiers) = match c {
                '<' => (']', KeyModifiers::ALT),
                '>' => ('\\', KeyModifiers::ALT),
                c => (c, KeyModifiers::NONE),
            };
            match answer.take(&Input::Key(KeyEvent::new(KeyCode::Char(c), modifiers))) {
                Taken::Not => through += 1,
                Taken::Part => {}
                Taken::Whole(palette) => found = palette,
            }
        }
        (through, found)
    }

    #[test]
    fn the_answer_is_no_key_and_the_keys_after_it_are() {
        let mut answer = Answer::new(true);
        assert_eq!(typed(&mut answer, "j<11;rgb:ffff/ffff/ffff>jk"), (3, Some(Palette::Light)));
        assert_eq!(typed(&mut answer, "<11;rgb:0/0/0>"), (14, None));
    }

    #[test]
    fn backgrounds_are_told_apart() {
        assert_eq!(is_light("11;rgb:1e1e/1e1e/2e2e"), Some(false));
        assert_eq!(is_light("11;rgb:ff/fb/f0"), Some(true));
        assert_eq!(is_light("11;?"), None);
        assert_eq!(is_light("rgb:zz/0/0"), None);
    }
}
