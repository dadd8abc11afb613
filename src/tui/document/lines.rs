//! The lines of a document: pieces of text in one run of memory, as a long case has a hundred thousand of them.

use super::{Piece, Role};

/// Lines of pieces, each in one style; clean by construction, as their texts come from clean texts and labels only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    text: String,
    /// Each piece by its end in the text.
    pieces: Vec<(u32, Role)>,
    /// Each line by the end of its pieces, and the block that it belongs to.
    ends: Vec<(u32, u32)>,
}

impl Lines {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The pieces of a line from the left; none where there is no such line.
    pub fn pieces(&self, line: usize) -> impl Iterator<Item = (Role, &str)> {
        let end = self.ends.get(line).map_or(0, |(end, _)| *end as usize);
        let first = self.first_piece(line).min(end);
        let mut start = self.piece_start(first);
        self.pieces[first..end].iter().map(move |(end, role)| {
            let text = &self.text[start..*end as usize];
            start = *end as usize;
            (*role, text)
        })
    }

    /// What a line says.
    pub fn text(&self, line: usize) -> String {
        self.pieces(line).map(|(_, text)| text).collect()
    }

    /// The number of the block that a line belongs to.
    pub fn block(&self, line: usize) -> Option<usize> {
        self.ends.get(line).map(|(_, block)| *block as usize)
    }

    /// Whether the last line has nothing in it; not so where there is none.
    pub(super) fn ends_blank(&self) -> bool {
        self.ends.len().checked_sub(1).is_some_and(|last| self.pieces(last).next().is_none())
    }

    /// Adds a piece to the line that is being made.
    pub(super) fn add(&mut self, role: Role, text: &str) {
        self.text.push_str(text);
        self.pieces.push((self.text.len() as u32, role));
    }

    /// Adds blanks to the line that is being made.
    pub(super) fn add_blanks(&mut self, columns: usize) {
        self.text.extend(std::iter::repeat_n(' ', columns));
        self.pieces.push((self.text.len() as u32, Role::Text));
    }

    /// Adds pieces to the line that is being made.
    pub(super) fn extend(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            self.add(piece.role, &piece.text);
        }
    }

    /// Ends the line that is being made.
    pub(super) fn end(&mut self, block: usize) {
        self.ends.push((self.pieces.len() as u32, block as u32));
    }

    /// Takes the last line away.
    pub(super) fn pop(&mut self) {
        if let Some(last) = self.ends.len().checked_sub(1) {
            let first = self.first_piece(last);
            self.text.truncate(self.piece_start(first));
            self.pieces.truncate(first);
            self.ends.pop();
        }
    }

    fn first_piece(&self, line: usize) -> usize {
        line.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |(end, _)| *end as usize)
    }

    fn piece_start(&self, piece: usize) -> usize {
        piece.checked_sub(1).map_or(0, |before| self.pieces[before].0 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_give_back_what_was_put_in() {
        let mut lines = Lines::default();
        lines.add(Role::Dim, "가");
        lines.add_blanks(2);
        lines.end(0);
        lines.end(1);
        assert!(lines.ends_blank());
        lines.pop();
        assert!(!lines.ends_blank());
        lines.add(Role::Text, "b");
        lines.end(1);
        assert_eq!(lines.pieces(0).collect::<Vec<_>>(), [(Role::Dim, "가"), (Role::Text, "  ")]);
        assert_eq!((lines.text(1).as_str(), lines.block(1), lines.block(2)), ("b", Some(1), None));
        assert_eq!(lines.pieces(2).count(), 0);
        lines.pop();
        assert_eq!((lines.len(), lines.text(0).as_str()), (1, "가  "));
    }
}
