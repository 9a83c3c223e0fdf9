//! Tables in Markdown.

/// A table: rows with a name, cells as text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<String>)>,
}

impl Table {
    pub(crate) fn markdown(&self) -> String {
        let rule = format!("|---{}|", "|--:".repeat(self.columns.len().max(1) - 1));
        let mut lines = vec![format!("| {} |", self.columns.join(" | ")), rule];
        lines.extend(
            self.rows.iter().map(|(name, cells)| format!("| {name} | {} |", cells.join(" | "))),
        );
        lines.join("\n")
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
