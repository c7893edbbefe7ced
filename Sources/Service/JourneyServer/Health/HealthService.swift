import JourneyBase

/// Answers `GET /health` (the process serves) and `GET /ready` (send it clients) before anything else.
struct HealthService: HTTPService {
    private let routes: Router
    private let rest: any HTTPService

    init(readiness: Readiness, rest: any HTTPService) {
        self.rest = rest
        routes = Router([
            Route(.get, "/health") { _, _ in .json(["status": "live"], headers: ["Cache-Control": "no-store"]) },
            Route(.get, "/ready") { _, _ in await readiness.response() },
        ])
    }

    private func service(for request: HTTPRequest) -> any HTTPService {
        switch request.url.path {
        case "/health", "/ready": routes
        default: rest
        }
    }

    func handle(_ request: HTTPRequest) async -> HTTPResponse { await service(for: request).handle(request) }

    func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service(for: head).bodyRule(for: head) }

    func routeName(for head: HTTPRequest) -> String? { service(for: head).routeName(for: head) }
}
