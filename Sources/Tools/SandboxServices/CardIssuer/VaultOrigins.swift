import JourneyBase
import Synchronization

/// The origins whose pages may use the vault: the gateways', known only after they start.
final class VaultOrigins: Sendable {
    private let origins: Mutex<Set<Origin>>

    init(_ origins: Set<Origin> = []) { self.origins = Mutex(origins) }

    func admit(_ origin: Origin) { origins.withLock { _ = $0.insert(origin) } }

    /// The origins as serialized in `Origin` and policies.
    var texts: [String] { origins.withLock { $0.map(\.description) }.sorted() }

    /// Returns the `Origin` of `request` if it is admitted.
    func guest(of request: HTTPRequest) -> String? {
        let said = request.headers.values(of: "Origin")
        guard said.count == 1 else { return nil }
        return texts.first { $0 == said[0] }
    }
}
