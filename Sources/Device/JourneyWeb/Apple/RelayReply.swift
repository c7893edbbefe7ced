internal import Foundation
internal import Synchronization

/// The promise of one post in the page. It is kept exactly once; when it is forgotten, it is kept with nothing.
final class RelayReply: Sendable {
    typealias Handler = @MainActor @Sendable (Any?, String?) -> Void

    private let pending: Mutex<Handler?>

    init(_ handler: @escaping Handler) { pending = Mutex(handler) }

    deinit { answer("") }

    /// Keeps the promise with `text`; at once when called on the main thread. The second call does nothing.
    func answer(_ text: String) {
        let handler = pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
        guard let handler else { return }
        if Thread.isMainThread {
            MainActor.assumeIsolated { handler(text, nil) }
        } else {
            Task { @MainActor in handler(text, nil) }
        }
    }
}
