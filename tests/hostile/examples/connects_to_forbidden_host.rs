//! Opens connections to `127.0.0.1:port`, where somebody listens, and elsewhere.

use std::net::{TcpListener, TcpStream, UdpSocket};

use hostile::attempts::Report;
use hostile::{Context, Hostile, Output, ToolError, number};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let port = number(&arguments, "port", 80) as u16;
        let mut report = Report::default();
        report.attempt("connect", TcpStream::connect(("127.0.0.1", port)).map(drop));
        report.attempt("connect to IPv6", TcpStream::connect(("::1", port)).map(drop));
        report.attempt("connect through a mapped address", TcpStream::connect(("::ffff:127.0.0.1", port)).map(drop));
        report.attempt("connect to metadata", TcpStream::connect(("169.254.169.254", 80)).map(drop));
        report.attempt("listen", TcpListener::bind(("127.0.0.1", 0)).map(drop));
        report.attempt("listen everywhere", TcpListener::bind(("0.0.0.0", 0)).map(drop));
        report.attempt(
            "send a datagram",
            UdpSocket::bind(("0.0.0.0", 0)).and_then(|socket| socket.send_to(b"x", ("127.0.0.1", port))),
        );
        Ok(report.answer())
    }
}

hostile::guest!(Guest);
