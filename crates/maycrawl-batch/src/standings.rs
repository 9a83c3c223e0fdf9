//! Where agents may go by files: a column for each agent.

use std::collections::HashMap;
use std::fmt;
use std::mem;

use arrow_array::builder::Int8Builder;
use arrow_array::{ArrayRef, Datum, RecordBatch, StructArray};
use arrow_schema::{Field, Fields};
use maycrawl::{Agent, Dialect};
use maycrawl_crawlers::{Askers, Catalogue, OwnRobots, Reading};
use maycrawl_lint::{Standing, standing};

use crate::answered::Answered;
use crate::codes::{code_column, code_type, key_of};
use crate::column::Values;
use crate::error::{Column, Error};

/// Collects where agents may go by files, which may come in several batches.
///
/// Each agent is checked in its own dialect ([`Reading::Own`]). A file that stands in many rows is judged once.
/// A null gives nulls, and so does a file of more than 1 MiB.
///
/// ```
/// use arrow_array::StringArray;
/// use maycrawl_batch::StandingsBuilder;
///
/// let mut standings = StandingsBuilder::new(["GPTBot", "MyBot"]);
/// standings.append(&StringArray::from(vec!["User-agent: GPTBot\nDisallow: /"])).unwrap();
/// assert_eq!(standings.finish().num_columns(), 2);
/// ```
pub struct StandingsBuilder {
    agents: Vec<Asker>,
    rows: usize,
    judged: Answered<Vec<Standing>>,
}

/// An agent, and what came of asking it.
struct Asker {
    name: String,
    agent: Agent,
    dialect: Dialect,
    standings: Int8Builder,
}

impl Asker {
    fn new(name: String) -> Self {
        let askers = Askers::new(Catalogue::built_in(), Reading::Own);
        let maycrawl_crawlers::Asker { agent, dialect } = askers.asker(name.as_bytes());
        Self { agent, dialect, standings: Int8Builder::new(), name }
    }
}

impl StandingsBuilder {
    /// One that has no rows, and a column for each agent, which is named by its product token.
    pub fn new<S: Into<String>>(agents: impl IntoIterator<Item = S>) -> Self {
        let agents = agents.into_iter().map(|name| Asker::new(name.into())).collect();
        Self { agents, rows: 0, judged: Answered::default() }
    }

    /// Appends where the agents may go by the file in each row.
    ///
    /// # Errors
    ///
    /// If the column is neither text nor bytes.
    pub fn append(&mut self, robots: &dyn Datum) -> Result<(), Error> {
        let robots = Values::of(Column::Robots, robots)?;
        let rows = robots.rows().unwrap_or(1);
        for row in 0..rows {
            let found = self.judged.get(robots.get(row), |file| judge(file, &self.agents));
            let mut found = found.into_iter().flatten();
            for agent in &mut self.agents {
                let standing = found.next();
                agent
                    .standings
                    .append_option(standing.and_then(|one| key_of(&Standing::ALL, &one)));
            }
        }
        self.rows += rows;
        Ok(())
    }

    /// The standings so far, each as its [code](Standing::code). The builder has no rows again.
    pub fn finish(&mut self) -> RecordBatch {
        let field = |agent: &Asker| Field::new(&agent.name, code_type(), true);
        let fields: Fields = self.agents.iter().map(field).collect();
        let column = |agent: &mut Asker| {
            code_column(agent.standings.finish(), Standing::ALL.map(Standing::code))
        };
        let columns: Vec<ArrayRef> = self.agents.iter_mut().map(column).collect();
        let rows = mem::take(&mut self.rows);
        if columns.is_empty() {
            return StructArray::new_empty_fields(rows, None).into();
        }
        StructArray::new(fields, columns, None).into()
    }
}

impl fmt::Debug for StandingsBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.agents.iter().map(|agent| &agent.name).collect();
        f.debug_struct("StandingsBuilder").field("agents", &names).finish_non_exhaustive()
    }
}

/// Where each agent may go by a file. Most follow the same group, whose rules are judged once.
fn judge(file: &[u8], agents: &[Asker]) -> Vec<Standing> {
    let mut robots = OwnRobots::new(file);
    let mut known = HashMap::new();
    let judge = |asker: &Asker| {
        let rules = robots.rules(&asker.agent, &asker.dialect);
        let lines: Vec<_> = rules.rule_lines().map(|rule| rule.line()).collect();
        *known.entry((asker.dialect, lines)).or_insert_with(|| standing(&rules))
    };
    agents.iter().map(judge).collect()
}
