//! What came of an effect, told honestly.

use crate::labels::Label;
use crate::tui::app::App;
use crate::tui::effect::{Outcome, Route};

pub(super) fn tell(app: &mut App, outcome: Outcome) {
    let language = app.language;
    match outcome {
        Outcome::Copied { what, bytes, route, because } => {
            let by = match &route {
                Route::Native => Label::RouteNative.text(language).to_owned(),
                Route::Tmux => Label::RouteTmux.text(language).to_owned(),
                Route::Terminal { through_tmux: false } => Label::RouteTerminal.text(language).to_owned(),
                Route::Terminal { through_tmux: true } => Label::RouteTerminalTmux.text(language).to_owned(),
                Route::File(path) => Label::RouteFile.with(language, &[("path", &path.display().to_string())]),
            };
            let bytes = size(bytes);
            let mut text = format!("{what} ({bytes}) → {by}");
            if let Some(why) = because {
                text = format!("{text} · {why}");
            }
            app.tell(text);
        }
        Outcome::NotCopied(why) => app.warn(Label::NotCopied.with(language, &[("why", &why)])),
        Outcome::Written(path) => {
            app.tell(Label::Written.with(language, &[("path", &path.display().to_string())]));
        }
        Outcome::NotWritten(path, why) => {
            let path = path.display().to_string();
            app.warn(Label::NotWritten.with(language, &[("path", &path), ("why", &why)]));
        }
        Outcome::Opened(url) => app.tell(Label::Opened.with(language, &[("url", &url)])),
        Outcome::NotOpened(url, why) => {
            app.warn(Label::NotOpened.with(language, &[("url", &url), ("why", &why)]));
        }
    }
}

fn size(bytes: usize) -> String {
    if bytes < 1000 { format!("{bytes} B") } else { format!("{}.{} KB", bytes / 1000, bytes % 1000 / 100) }
}
