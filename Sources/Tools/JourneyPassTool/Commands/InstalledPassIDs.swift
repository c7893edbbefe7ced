import JourneyBase
import Synchronization

/// The ids of the passes that a wallet has stored during a command.
final class InstalledPassIDs: Sendable {
    private let list = Mutex<[String]>([])

    var ids: [String] { list.withLock(\.self) }

    /// The ids as JSON members.
    var members: [String: JSONValue] { ["passes": .array(ids.map { .string($0) })] }

    func record(_ step: SandboxWalletApp.Step) {
        if case .stored(let id, _, _) = step { list.withLock { $0.append(id) } }
    }
}
