import Synchronization

/// Which passes a wallet has kept while a command ran.
final class KeptIDs: Sendable {
    private let list = Mutex<[String]>([])

    var ids: [String] { list.withLock(\.self) }

    func heard(_ step: TrialWallet.Step) {
        if case .kept(let id, _, _) = step { list.withLock { $0.append(id) } }
    }
}
