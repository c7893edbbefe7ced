import JourneyBase

/// The routes `GET /health` (the process serves) and `GET /ready` (send it clients), which precede all others.
struct HealthRoutes: Sendable {
    private let routes: Router
    private let rest: any HTTPService

    init(readiness: Readiness, rest: any HTTPService) {
        self.rest = rest
        routes = Router([
            Route(.get, "/health") { _, _ in .json(["status": "live"], headers: ["Cache-Control": "no-store"]) },
            Route(.get, "/ready") { _, _ in await readiness.response() },
        ])
    }

    /// Returns the service that answers `request`.
    func service(for request: HTTPRequest) -> any HTTPService {
        switch request.url.path {
        case "/health", "/ready": routes
        default: rest
        }
    }
}
