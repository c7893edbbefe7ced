internal import Foundation
internal import Synchronization

/// The promise of one message of a page. It is resolved exactly once; when it is released, with an empty string.
final class RelayReply: Sendable {
    typealias Handler = @MainActor @Sendable (Any?, String?) -> Void

    private let pending: Mutex<Handler?>

    init(_ handler: @escaping Handler) { pending = Mutex(handler) }

    deinit { answer("") }

    /// Resolves the promise with `text`; at once on the main thread. A second call does nothing.
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
