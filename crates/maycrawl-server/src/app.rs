//! The routes.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use maycrawl_api::OPERATIONS;
use maycrawl_api::kinds::UNKNOWN_OPERATION;
use maycrawl_report::shortened;

use crate::kinds;
use crate::reply::Refused;
use crate::service::Service;
use crate::{fetch, gate, may_fetch, operations, pages, web};

/// The router of a service.
pub fn app(service: Service) -> Router {
    let mut router = Router::new()
        .merge(web::routes())
        .route("/docs", get(pages::docs))
        .route("/docs/style.css", get(pages::style))
        .route("/problems", get(pages::problems))
        .route("/problems/{code}", get(pages::problem))
        .route("/openapi.json", get(pages::openapi))
        .route("/healthz", get(pages::health))
        .route("/v1/may-fetch", get(may_fetch::get).post(may_fetch::post))
        .route("/v1/fetch", get(fetch::get));
    for operation in OPERATIONS {
        let answer = move |State(service): State<Service>, request: Request| {
            operations::answer(operation, service, request)
        };
        router = router.route(&format!("/v1/{}", operation.name), post(answer));
    }
    router
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(service.clone(), gate::gate))
        .with_state(service)
}

async fn not_found(uri: Uri) -> Refused {
    let Some(name) = uri.path().strip_prefix("/v1/") else {
        let path = shortened(uri.path().as_bytes());
        return Refused::new(&kinds::NOT_FOUND, format!("there is no {path:?}"));
    };
    let name = shortened(name.as_bytes());
    let operations = OPERATIONS.iter().map(|operation| operation.name);
    let names: Vec<_> = ["may-fetch", "fetch"].into_iter().chain(operations).collect();
    let detail = format!("there is no operation {name:?}; there are {}", names.join(", "));
    Refused::new(&UNKNOWN_OPERATION, detail)
}

async fn method_not_allowed(request: Request) -> Refused {
    let (method, path) = (request.method(), request.uri().path());
    let is_operation = OPERATIONS.iter().any(|one| path.strip_prefix("/v1/") == Some(one.name));
    let allowed = match path {
        _ if is_operation => "POST",
        "/v1/may-fetch" => "GET and POST",
        _ => "GET",
    };
    Refused::new(&kinds::METHOD_NOT_ALLOWED, format!("{path} takes {allowed}, not {method}"))
}
