//! What the ledger says of cases, as queries ask for it.

use super::{Desk, Ledger};
use crate::search::Standing;

/// The verdicts at the desk that is on (none when no desk is), the reviews and the stars.
pub fn standing(ledger: &Ledger, desk: Option<&Desk>) -> Standing {
    let verdicts = |desk: &Desk| {
        let book = ledger.book(desk);
        book.map(|book| book.verdicts.iter().map(|(case, given)| (case.clone(), given.value.verdict.word())).collect())
            .unwrap_or_default()
    };
    let reviews: std::collections::HashMap<_, _> = verdicts(&Desk::Review);
    Standing {
        is_review: desk == Some(&Desk::Review),
        verdicts: desk.map(|desk| if *desk == Desk::Review { reviews.clone() } else { verdicts(desk) }),
        reviews,
        stars: ledger.stars.clone(),
    }
}
