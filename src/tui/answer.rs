//! The terminal's answer about its background.

use super::theme::Palette;

/// The palette for the background that the terminal tells (`11;rgb:1e1e/1e1e/2e2e`); none where it tells something else.
pub(super) fn palette(answer: &str) -> Option<Palette> {
    let light = is_light(answer.strip_prefix("11;")?)?;
    Some(if light { Palette::Light } else { Palette::Dark })
}

/// Whether a colour as the terminal tells it (`rgb:1e1e/1e1e/2e2e`) is light.
fn is_light(answer: &str) -> Option<bool> {
    if let Some(digits) = answer.strip_prefix('#').filter(|digits| digits.is_ascii() && digits.len() % 3 == 0) {
        let each = digits.len() / 3;
        let parts = [&digits[..each], &digits[each..2 * each], &digits[2 * each..]];
        return is_light(&format!("rgb:{}", parts.join("/")));
    }
    let rgb = answer.split_once("rgb:").or_else(|| answer.split_once("rgba:"))?.1;
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

    #[test]
    fn backgrounds_are_told_apart() {
        assert_eq!(palette("11;rgb:1e1e/1e1e/2e2e"), Some(Palette::Dark));
        assert_eq!(palette("11;rgb:ff/fb/f0"), Some(Palette::Light));
        assert_eq!(palette("11;rgba:ffff/ffff/ffff/ffff"), Some(Palette::Light));
        assert_eq!(palette("11;#ffffff"), Some(Palette::Light));
        assert_eq!(palette("11;?"), None);
        assert_eq!(palette("10;rgb:ff/ff/ff"), None);
        assert_eq!(palette("11;rgb:zz/0/0"), None);
    }
}
