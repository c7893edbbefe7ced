package import JourneyBase
import JourneyServer
import Synchronization

/// A service that another one takes the place of at once and as a whole: a request sees the one or the other.
package final class ReloadableService: HTTPService {
    private let current: Mutex<any HTTPService>

    /// Until it is told another, it says that the gateway is starting.
    package init() { current = Mutex(UnpublishedService()) }

    package func replace(by service: any HTTPService) { current.withLock { $0 = service } }

    /// Whether nothing is served yet.
    var isUnpublished: Bool { current.withLock { $0 is UnpublishedService } }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse { await current.withLock { $0 }.handle(request) }

    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { current.withLock { $0 }.bodyRule(for: head) }

    package func routeName(for head: HTTPRequest) -> String? { current.withLock { $0 }.routeName(for: head) }
}

/// What a gateway answers before it has published anything.
struct UnpublishedService: HTTPService {
    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        Problem(503, "SERVER_ERROR", "The gateway is starting.", headers: ["Retry-After": "1"]).response
    }
}
