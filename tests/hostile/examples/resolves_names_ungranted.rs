//! Asks for the addresses of names, which leaves the machine even if nothing is sent.

use std::net::ToSocketAddrs as _;

use hostile::attempts::Report;
use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let mut report = Report::default();
        for name in ["localhost", "example.com", "127.0.0.1.example.com", "0x7f000001"] {
            report.attempt(name, (name, 80).to_socket_addrs().map(|addresses| addresses.count()));
        }
        Ok(report.answer())
    }
}

hostile::guest!(Guest);
