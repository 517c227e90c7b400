//! Sends an HTTP request to `127.0.0.1:port`, where somebody listens, without a grant.

use hostile::attempts::Report;
use hostile::{Context, Hostile, Output, ToolError, number};
use wasip2::http::outgoing_handler::handle;
use wasip2::http::types::{Fields, OutgoingRequest, Scheme};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let port = number(&arguments, "port", 80);
        let mut report = Report::default();
        for (scheme, authority) in [
            (Scheme::Http, format!("127.0.0.1:{port}")),
            (Scheme::Http, format!("localhost:{port}")),
            (Scheme::Https, format!("127.0.0.1:{port}")),
            (Scheme::Http, "169.254.169.254".to_owned()),
        ] {
            report.attempt(format!("{scheme:?} {authority}"), send(&scheme, &authority));
        }
        Ok(report.answer())
    }
}

fn send(scheme: &Scheme, authority: &str) -> Result<u16, String> {
    let request = OutgoingRequest::new(Fields::new());
    request.set_scheme(Some(scheme)).map_err(|()| "scheme")?;
    request.set_authority(Some(authority)).map_err(|()| "authority")?;
    request.set_path_with_query(Some("/")).map_err(|()| "path")?;
    let pending = handle(request, None).map_err(|code| format!("{code:?}"))?;
    pending.subscribe().block();
    match pending.get() {
        Some(Ok(Ok(response))) => Ok(response.status()),
        Some(Ok(Err(code))) => Err(format!("{code:?}")),
        other => Err(format!("{other:?}")),
    }
}

hostile::guest!(Guest);
