import JourneyBase

/// The routes `GET /health` (the process serves) and `GET /ready` (send it clients), which precede all others.
package struct HealthRoutes: Sendable {
    /// The paths of these routes.
    static let paths: Set<String> = ["/health", "/ready"]
    private let routes: Router
    private let rest: any HTTPService

    init(readiness: Readiness, rest: any HTTPService) {
        self.rest = rest
        routes = Router([
            Route(.get, "/health") { _, _ in .json(["status": "live"], headers: ["Cache-Control": "no-store"]) },
            Route(.get, "/ready") { _, _ in await readiness.response() },
        ])
    }

    /// Returns `true` if these routes answer requests of `route`, which come to them first.
    package static func takeRequests(of route: Route) -> Bool {
        paths.contains { route.parameters(of: $0.split(separator: "/", omittingEmptySubsequences: false)) != nil }
    }

    /// Returns the service that answers `request`.
    func service(for request: HTTPRequest) -> any HTTPService {
        HealthRoutes.paths.contains(request.url.path) ? routes : rest
    }
}
