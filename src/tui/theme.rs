//! Colours by role. Views name roles; only this file and `assets/themes` know colours.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

/// What a piece of text is, and with that how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Body text.
    Text,
    /// A value that matters.
    Strong,
    /// A title.
    Title,
    /// The name of a section, the title of a pane.
    Heading,
    /// The name of a fact.
    Label,
    /// Metadata.
    Dim,
    /// The one accent.
    Accent,
    /// What is wrong, or the start of an incident.
    Alert,
    /// What is well again.
    Good,
    /// A topic that can be followed.
    Chip,
    /// An address.
    Link,
    /// A match of the filter.
    Match,
    /// A match of what is looked for in the case.
    Found,
    /// Rules and frames.
    Rule,
    /// The bar at the cursor.
    Cursor,
    /// The row under the cursor in the pane that has the focus.
    Row,
    /// A key in the foot line and in menus.
    Key,
}

const ROLES: [Role; 17] = [
    Role::Text,
    Role::Strong,
    Role::Title,
    Role::Heading,
    Role::Label,
    Role::Dim,
    Role::Accent,
    Role::Alert,
    Role::Good,
    Role::Chip,
    Role::Link,
    Role::Match,
    Role::Found,
    Role::Rule,
    Role::Cursor,
    Role::Row,
    Role::Key,
];

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None: attributes only.
    None,
    /// The sixteen named ones.
    Basic,
    /// The 256 of the xterm palette.
    Indexed,
}

/// Which palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// For a dark background.
    Dark,
    /// For a light background.
    Light,
    /// Attributes only.
    Mono,
}

impl Palette {
    /// Reads `dark`, `light` or `mono`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "dark" => Some(Self::Dark),
            "light" => Some(Self::Light),
            "mono" => Some(Self::Mono),
            _ => None,
        }
    }

    fn file(self) -> &'static str {
        match self {
            Self::Dark => include_str!("../../assets/themes/dark.toml"),
            Self::Light => include_str!("../../assets/themes/light.toml"),
            Self::Mono => include_str!("../../assets/themes/mono.toml"),
        }
    }
}

/// A style for each role.
#[derive(Clone, Debug)]
pub struct Theme {
    styles: [Style; ROLES.len()],
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(clippy::struct_excessive_bools, reason = "the attributes of a style, as the theme file names them")]
struct Entry {
    /// Number in the xterm palette.
    fg: Option<u8>,
    bg: Option<u8>,
    /// Number among the sixteen, where there are no more.
    basic: Option<u8>,
    bold: bool,
    dim: bool,
    underline: bool,
    reverse: bool,
}

impl Theme {
    /// The theme of a palette at a depth of colours.
    pub fn new(palette: Palette, depth: Depth) -> Self {
        let palette = if depth == Depth::None { Palette::Mono } else { palette };
        // A test reads the files, so that a release cannot ship one that fails here.
        Self::parse(palette.file(), depth).unwrap_or(Self { styles: [Style::new(); ROLES.len()] })
    }

    fn parse(text: &str, depth: Depth) -> Result<Self, toml::de::Error> {
        let entries: BTreeMap<Role, Entry> = toml::from_str(text)?;
        let mut styles = [Style::new(); ROLES.len()];
        for (at, role) in ROLES.iter().enumerate() {
            if let Some(entry) = entries.get(role) {
                styles[at] = entry.style(depth);
            }
        }
        Ok(Self { styles })
    }

    /// The style of a role.
    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

impl Entry {
    fn style(&self, depth: Depth) -> Style {
        let mut style = Style::new();
        match depth {
            Depth::None => {}
            Depth::Basic => {
                if let Some(number) = self.basic {
                    style = style.fg(Color::Indexed(number).basic());
                }
            }
            Depth::Indexed => {
                if let Some(number) = self.fg.or(self.basic) {
                    style = style.fg(Color::Indexed(number));
                }
                if let Some(number) = self.bg {
                    style = style.bg(Color::Indexed(number));
                }
            }
        }
        for (on, modifier) in [
            (self.bold, Modifier::BOLD),
            (self.dim, Modifier::DIM),
            (self.underline, Modifier::UNDERLINED),
            (self.reverse, Modifier::REVERSED),
        ] {
            if on {
                style = style.add_modifier(modifier);
            }
        }
        style
    }
}

/// The named colour of a number below sixteen, so that a terminal of sixteen colours gets no longer sequence.
trait Basic {
    fn basic(self) -> Color;
}

impl Basic for Color {
    fn basic(self) -> Color {
        const NAMED: [Color; 16] = [
            Color::Black,
            Color::Red,
            Color::Green,
            Color::Yellow,
            Color::Blue,
            Color::Magenta,
            Color::Cyan,
            Color::Gray,
            Color::DarkGray,
            Color::LightRed,
            Color::LightGreen,
            Color::LightYellow,
            Color::LightBlue,
            Color::LightMagenta,
            Color::LightCyan,
            Color::White,
        ];
        match self {
            Color::Indexed(number) => NAMED.get(usize::from(number)).copied().unwrap_or(Color::Reset),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_names_every_role_it_means() {
        for palette in [Palette::Dark, Palette::Light, Palette::Mono] {
            for depth in [Depth::None, Depth::Basic, Depth::Indexed] {
                Theme::parse(palette.file(), depth).unwrap();
            }
        }
        for (at, role) in ROLES.iter().enumerate() {
            assert_eq!(*role as usize, at);
        }
    }

    #[test]
    fn body_text_has_the_terminals_own_colour() {
        for palette in [Palette::Dark, Palette::Light, Palette::Mono] {
            for role in [Role::Text, Role::Strong, Role::Title] {
                assert_eq!(Theme::new(palette, Depth::Indexed).style(role).fg, None, "{palette:?} {role:?}");
            }
        }
    }

    #[test]
    fn without_colours_there_are_none() {
        for role in ROLES {
            let style = Theme::new(Palette::Dark, Depth::None).style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
    }
}
