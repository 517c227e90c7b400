//! Rows in the format that is wanted.

use toolhost_sdk::prelude::*;

use crate::field::Field;
use crate::{Arguments, Format};

/// Puts rows into a format, as pieces of text that follow each other.
pub(crate) struct Writer {
    format: Format,
    delimiter: u8,
    formula_guard: bool,
    /// The names as JSON or, for the other formats, as they are.
    names: Vec<String>,
    rows: u64,
    /// Texts that a spreadsheet would run as formulas.
    pub(crate) formulas: u64,
}

impl Writer {
    pub(crate) fn new(arguments: &Arguments, columns: &[String]) -> Result<Self, ToolError> {
        let delimiter = match arguments.to_delimiter.as_str() {
            "tab" | "\\t" => b'\t',
            other => match other.as_bytes() {
                [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r') => *byte,
                _ => {
                    let message = format!("{other:?} separates no fields; use tab or one ASCII character such as ;");
                    return Err(ToolError::invalid("/to_delimiter", message));
                }
            },
        };
        let names = match arguments.to {
            Format::Json | Format::Jsonl => columns.iter().map(|name| Value::from(name.as_str()).to_string()).collect(),
            Format::Csv | Format::Md | Format::Html => columns.to_vec(),
        };
        Ok(Self {
            format: arguments.to,
            delimiter,
            formula_guard: arguments.formula_guard,
            names,
            rows: 0,
            formulas: 0,
        })
    }

    /// What stands before the rows.
    pub(crate) fn begin(&mut self) -> Result<String, ToolError> {
        Ok(match self.format {
            Format::Json => "[".to_owned(),
            Format::Jsonl => String::new(),
            Format::Csv => {
                let names: Vec<Field> = self.names.iter().cloned().map(Field::Text).collect();
                self.csv(&names)?
            }
            Format::Md => {
                let names: Vec<String> = self.names.iter().map(|name| markdown(name)).collect();
                format!("| {} |\n|{}\n", names.join(" | "), " --- |".repeat(names.len()))
            }
            Format::Html => {
                let names: String = self.names.iter().map(|name| format!("<th>{}</th>", html(name))).collect();
                format!("<table>\n<thead><tr>{names}</tr></thead>\n<tbody>\n")
            }
        })
    }

    /// One row.
    pub(crate) fn row(&mut self, fields: &[Field]) -> Result<String, ToolError> {
        self.rows += 1;
        Ok(match self.format {
            Format::Json | Format::Jsonl => {
                let members: Vec<String> =
                    self.names.iter().zip(fields).map(|(name, field)| format!("{name}:{}", field.json())).collect();
                let object = format!("{{{}}}", members.join(","));
                match self.format {
                    Format::Jsonl => object + "\n",
                    _ if self.rows == 1 => format!("\n{object}"),
                    _ => format!(",\n{object}"),
                }
            }
            Format::Csv => self.csv(fields)?,
            Format::Md => {
                let cells: Vec<String> = fields.iter().map(|field| markdown(field.text())).collect();
                format!("| {} |\n", cells.join(" | "))
            }
            Format::Html => {
                let cells: String = fields.iter().map(|field| format!("<td>{}</td>", html(field.text()))).collect();
                format!("<tr>{cells}</tr>\n")
            }
        })
    }

    /// What stands after the rows.
    pub(crate) fn end(&self) -> &'static str {
        match self.format {
            Format::Json if self.rows == 0 => "]\n",
            Format::Json => "\n]\n",
            Format::Html => "</tbody>\n</table>\n",
            Format::Csv | Format::Jsonl | Format::Md => "",
        }
    }

    fn csv(&mut self, fields: &[Field]) -> Result<String, ToolError> {
        let failed = |error: &dyn std::fmt::Display| ToolError::failed(format!("a row cannot be written: {error}"));
        let mut writer = csv::WriterBuilder::new().delimiter(self.delimiter).from_writer(Vec::new());
        for field in fields {
            let text = field.text();
            // A negative number is no formula.
            let is_formula = matches!(field, Field::Text(_)) && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
            self.formulas += u64::from(is_formula);
            let written = if is_formula && self.formula_guard { format!("'{text}") } else { text.to_owned() };
            writer.write_field(written).map_err(|error| failed(&error))?;
        }
        writer.write_record(None::<&[u8]>).map_err(|error| failed(&error))?;
        let bytes = writer.into_inner().map_err(|error| failed(&error))?;
        String::from_utf8(bytes).map_err(|error| failed(&error))
    }
}

/// A text within a cell of a Markdown table.
fn markdown(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('|', "\\|");
    escaped.trim().replace("\r\n", "<br>").replace(['\n', '\r'], "<br>")
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
