import JourneyBase
import Synchronization

/// The origins whose pages may use the vault: those of gateways, which are known once they stand.
final class VaultOrigins: Sendable {
    private let origins: Mutex<Set<Origin>>

    init(_ origins: Set<Origin> = []) { self.origins = Mutex(origins) }

    func admit(_ origin: Origin) { origins.withLock { _ = $0.insert(origin) } }

    /// As origins are spelled in `Origin` and in policies.
    var texts: [String] { origins.withLock { $0.map(\.description) }.sorted() }

    /// The origin that `request` says it comes from, when it is a guest's.
    func guest(of request: HTTPRequest) -> String? {
        let said = request.headers.values(of: "Origin")
        guard said.count == 1 else { return nil }
        return texts.first { $0 == said[0] }
    }
}
