package import JourneyBase
import JourneyServer
import Synchronization

/// A service that can be replaced atomically: each request is handled entirely by the old or the new one.
package final class ReloadableService: HTTPService {
    private let current: Mutex<any HTTPService>

    /// Creates a service that answers 503 until it is replaced.
    package init() { current = Mutex(UnpublishedService()) }

    package func replace(by service: any HTTPService) { current.withLock { $0 = service } }

    /// `true` until the first replacement.
    var isUnpublished: Bool { current.withLock { $0 is UnpublishedService } }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse { await current.withLock { $0 }.handle(request) }

    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { current.withLock { $0 }.bodyRule(for: head) }

    package func routeName(for head: HTTPRequest) -> String? { current.withLock { $0 }.routeName(for: head) }
}

/// Answers requests until the gateway has published its content.
struct UnpublishedService: HTTPService {
    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        Problem(503, "SERVER_ERROR", "The gateway is starting.", headers: ["Retry-After": "1"]).response
    }
}
