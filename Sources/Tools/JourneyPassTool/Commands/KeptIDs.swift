import JourneyBase
import Synchronization

/// Which passes a wallet has kept while a command ran.
final class KeptIDs: Sendable {
    private let list = Mutex<[String]>([])

    var ids: [String] { list.withLock(\.self) }

    /// For programs.
    var members: [String: JSONValue] { ["passes": .array(ids.map { .string($0) })] }

    func heard(_ step: SandboxWalletApp.Step) {
        if case .kept(let id, _, _) = step { list.withLock { $0.append(id) } }
    }
}
