//! Tables in Markdown.

/// A table: rows with a name, cells as text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<String>)>,
}

impl Table {
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!("| {} |\n", self.columns.join(" | "));
        text.push_str(&format!("|---{}|\n", "|--:".repeat(self.columns.len().max(1) - 1)));
        for (name, cells) in &self.rows {
            text.push_str(&format!("| {name} | {} |\n", cells.join(" | ")));
        }
        text
    }
}

/// A figure with three digits that count.
pub(crate) fn figure(figure: f64) -> String {
    match figure {
        100.0.. => format!("{figure:.0}"),
        10.0.. => format!("{figure:.1}"),
        1.0.. => format!("{figure:.2}"),
        _ => format!("{figure:.3}"),
    }
}

/// A figure, or that there is none.
pub(crate) fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| "–".into(), figure)
}
