public import JourneyBase
import JourneyServer

/// A partner's gateway, as `GatewayAssembly` puts it together, with whatever routes stand beside its own.
public struct GatewayService: HTTPService {
    private let router: Router

    init(_ router: Router) { self.router = router }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await router.handle(request)
        // Nothing that is answered here, an error's body included, is taken for another type than it says.
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { router.bodyRule(for: head) }

    public func routeName(for head: HTTPRequest) -> String? { router.routeName(for: head) }
}
