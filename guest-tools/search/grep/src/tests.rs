//! What the tool promises, on real files.
