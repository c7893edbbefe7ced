import JourneyBase
import JourneyServer
import JourneyWire

/// The routes of `BankAuthorizationService`, for all banks.
struct BankAuthorizationRoutes: RoutedService {
    /// The maximum size of a request, in bytes.
    static let bodyLimit = 8 << 10

    let router: Router

    /// Creates the routes. `services` are the banks' by name; others don't exist.
    init(_ services: [String: BankAuthorizationService], identity: any GatewayIdentity) {
        func route<Request: WireMessage, Answer: WireMessage>(
            _ endpoint: Endpoint<Request, Answer>,
            _ work: @escaping @Sendable (BankAuthorizationService, Request, GatewayCaller) async throws -> Answer
        ) -> Route {
            Route(endpoint, body: .whole(limit: Self.bodyLimit)) { request, parameters in
                await .answering {
                    let caller = try await identity.identified(request)
                    if let problem = Problem.unsupported(request, "application/json") { throw problem }
                    guard let service = services[parameters["bank"]] else {
                        throw Problem(.notFound, "No authorization at this bank is configured.")
                    }
                    let message: Request
                    do throws(WireError) {
                        message = try Request(request.body, limits: JSONLimits(bytes: Self.bodyLimit, depth: 4))
                    } catch { throw Problem(.malformed, "The body is not the documented JSON.") }
                    return endpoint.response(
                        try await work(service, message, caller), headers: HTTPResponse.unstored)
                }
            }
        }
        router = Router([
            route(BankAuthorizationContract.start) { try await $0.start($1, by: $2) },
            route(BankAuthorizationContract.exchange) { try await $0.exchange($1, by: $2) },
        ])
    }
}
