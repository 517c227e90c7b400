//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

const NOTEBOOK: &str = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {},
   "source": [
    "# Sales"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "id": "sum",
   "metadata": {},
   "outputs": [
    {
     "data": {
      "text/plain": [
       "5"
      ]
     },
     "execution_count": 1,
     "metadata": {},
     "output_type": "execute_result"
    }
   ],
   "source": [
    "a = 2\n",
    "a + 3"
   ]
  }
 ],
 "metadata": {
  "language_info": {
   "name": "python"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
"##;

pub(crate) fn examples() -> Vec<Example> {
    vec![
        Example::new("See the cells", json!({"path": "sales.ipynb", "op": "list"}))
            .file("sales.ipynb", NOTEBOOK)
            .expect(
                "[0] markdown, id intro\n    # Sales\n[1] code, id sum, In [1], outputs: text/plain\n    a = 2\n    a + 3\n\
                 [nbformat 4.5, python, 2 cells]\n",
            ),
        Example::new("See a cell with its outputs", json!({"path": "sales.ipynb", "op": "list", "cell_id": "sum"}))
            .file("sales.ipynb", NOTEBOOK)
            .expect("[1] code, id sum, In [1], outputs: text/plain\na = 2\na + 3\n--- output: text/plain\n5\n"),
        Example::new(
            "Change the code of a cell",
            json!({"path": "sales.ipynb", "op": "replace", "cell_id": "sum", "source": "a = 2\na + 4\na"}),
        )
        .file("sales.ipynb", NOTEBOOK)
        .expect("replaced code cell 1 (id sum) of sales.ipynb: 2 -> 3 lines, outputs removed\n"),
        Example::new(
            "Add a heading after a cell",
            json!({
                "path": "sales.ipynb", "op": "insert", "cell_id": "intro", "cell_type": "markdown",
                "source": "## By month"
            }),
        )
        .file("sales.ipynb", NOTEBOOK)
        .expect("inserted markdown cell 1 (id 5801df80) into sales.ipynb; 3 cells\n"),
        Example::new("Remove a cell", json!({"path": "sales.ipynb", "op": "delete", "index": 0}))
            .file("sales.ipynb", NOTEBOOK)
            .expect("deleted markdown cell 0 (id intro) (1 line) of sales.ipynb; 1 cell left\n"),
    ]
}
