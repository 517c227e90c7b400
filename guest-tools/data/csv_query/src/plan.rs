//! What a query asks for, with every name found.

use serde_json::Value;
use toolhost_sdk::prelude::*;

use crate::aggregates::{Aggregate, from_call, parse as parse_aggregate, split_call};
use crate::arguments::Arguments;
use crate::condition::Condition;
use crate::conditions;
use crate::order;
use toolhost_tables::columns::{Columns, unknown_name};

/// Where a value of the answer comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum From {
    /// A column of the file.
    Column(usize),
    /// A column that the rows are grouped by, by its place among those.
    Group(usize),
    /// An aggregate, by its place among those.
    Aggregate(usize),
}

/// A query.
pub(crate) struct Plan {
    pub(crate) condition: Option<Condition>,
    /// The columns that rows are grouped by.
    pub(crate) group_by: Vec<usize>,
    pub(crate) aggregates: Vec<Aggregate>,
    /// The columns of the answer and their names.
    pub(crate) outputs: Vec<(From, String)>,
    /// What the answer is ordered by, and whether descending.
    pub(crate) order: Vec<(From, bool)>,
}

impl Plan {
    /// Whether the answer has a row per group instead of one per row.
    pub(crate) fn is_grouped(&self) -> bool {
        !self.group_by.is_empty() || !self.aggregates.is_empty()
    }

    /// Looks up everything that the arguments name.
    pub(crate) fn new(arguments: &Arguments, columns: &Columns) -> Result<Self, ToolError> {
        let condition = match arguments.r#where.as_slice() {
            [] => None,
            items => Some(conditions::parse_all(items, columns)?),
        };
        let find = |(index, name): (usize, &String)| columns.find(name, &format!("/group_by/{index}"));
        let group_by: Vec<usize> = arguments.group_by.iter().enumerate().map(find).collect::<Result<_, _>>()?;
        let parse = |(index, item): (usize, &Value)| parse_aggregate(item, columns, &format!("/agg/{index}"));
        let aggregates = arguments.agg.iter().enumerate().map(parse).collect::<Result<_, _>>()?;
        let mut plan = Self { condition, group_by, aggregates, outputs: Vec::new(), order: Vec::new() };
        plan.add_selected_aggregates(&arguments.select, columns)?;
        if !plan.group_by.is_empty() && plan.aggregates.is_empty() && arguments.select.is_empty() {
            plan.aggregates.push(parse_aggregate(&Value::from("count"), columns, "/agg")?);
        }
        plan.outputs = plan.choose_outputs(&arguments.select, columns)?;
        plan.order = plan.find_order(&arguments.order_by, columns)?;
        Ok(plan)
    }

    /// An aggregate may also stand in `select`, as in SQL.
    fn add_selected_aggregates(&mut self, select: &[String], columns: &Columns) -> Result<(), ToolError> {
        for (index, text) in select.iter().enumerate() {
            let known =
                columns.find(text, "").is_ok() || self.aggregates.iter().any(|aggregate| aggregate.name == *text);
            if known || !text.contains('(') {
                continue;
            }
            if let Some(call) = split_call(text) {
                let aggregate = from_call(&call, columns, &format!("/select/{index}"))?;
                if !self.aggregates.contains(&aggregate) {
                    self.aggregates.push(aggregate);
                }
            }
        }
        Ok(())
    }

    fn choose_outputs(&self, select: &[String], columns: &Columns) -> Result<Vec<(From, String)>, ToolError> {
        let mut outputs = Vec::new();
        let everything = select.is_empty() || select.iter().any(|name| name == "*");
        if self.is_grouped() && everything {
            let groups = self
                .group_by
                .iter()
                .enumerate()
                .map(|(place, column)| (From::Group(place), columns.name(*column).to_owned()));
            outputs.extend(groups);
            let aggregates = self.aggregates.iter().enumerate();
            outputs.extend(aggregates.map(|(place, aggregate)| (From::Aggregate(place), aggregate.name.clone())));
        } else if everything {
            outputs.extend(columns.names().enumerate().map(|(index, name)| (From::Column(index), name.to_owned())));
        } else {
            for (index, name) in select.iter().enumerate() {
                outputs.push(self.find(name, columns, &format!("/select/{index}"))?);
            }
        }
        Ok(outputs)
    }

    fn find_order(&self, items: &[Value], columns: &Columns) -> Result<Vec<(From, bool)>, ToolError> {
        let mut found = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let pointer = format!("/order_by/{index}");
            let wanted = order::parse(item, |text| self.find(text, columns, "").is_ok(), &pointer)?;
            found.push((self.find(wanted.name, columns, &pointer)?.0, wanted.descending));
        }
        Ok(found)
    }

    /// Finds a value by the name of its column or aggregate.
    fn find(&self, name: &str, columns: &Columns, pointer: &str) -> Result<(From, String), ToolError> {
        if !self.is_grouped() {
            let index = columns.find(name, pointer)?;
            return Ok((From::Column(index), columns.name(index).to_owned()));
        }
        if let Some(place) = self.aggregates.iter().position(|aggregate| aggregate.name == name) {
            return Ok((From::Aggregate(place), name.to_owned()));
        }
        if let Ok(index) = columns.find(name, pointer) {
            if let Some(place) = self.group_by.iter().position(|column| *column == index) {
                return Ok((From::Group(place), columns.name(index).to_owned()));
            }
            let message = format!(
                "\"{name}\" has many values in a group; add it to group_by or put a function around it, such as max({name})"
            );
            return Err(ToolError::invalid(pointer, message));
        }
        if let Some(wanted) = split_call(name).and_then(|call| from_call(&call, columns, pointer).ok()) {
            let same =
                |aggregate: &Aggregate| aggregate.function == wanted.function && aggregate.column == wanted.column;
            if let Some(place) = self.aggregates.iter().position(same) {
                let name = self.aggregates.get(place).map_or_else(String::new, |aggregate| aggregate.name.clone());
                return Ok((From::Aggregate(place), name));
            }
        }
        let groups = self.group_by.iter().map(|column| columns.name(*column));
        let names = groups.chain(self.aggregates.iter().map(|aggregate| aggregate.name.as_str()));
        Err(ToolError::invalid(pointer, unknown_name("result column", name, names)))
    }
}
