public import JourneyBase
public import JourneyServer

/// A partner's gateway as built by `GatewayAssembly`, including the caller's own routes.
public struct GatewayService: RoutedService {
    public let router: Router

    init(_ router: Router) { self.router = router }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await router.handle(request)
        // Browsers must not guess another content type, not even for an error's body.
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }
}
