public import JourneyBase
public import JourneyServer

/// A partner's gateway, as `GatewayAssembly` puts it together, with whatever routes stand beside its own.
public struct GatewayService: RoutedService {
    public let router: Router

    init(_ router: Router) { self.router = router }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await router.handle(request)
        // Nothing that is answered here, an error's body included, is taken for another type than it says.
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }
}
