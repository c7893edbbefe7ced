/// The prompts that this package makes the system show above the app, such as the Face ID prompt.
///
/// Such a prompt makes the app's scenes inactive, as leaving the app does. Code that covers private screens observes the prompts
/// and passes them to `SceneVisibility`.
@MainActor
package final class SystemPrompts {
    /// The prompts of this process. The system shows them above all scenes.
    package static let shared = SystemPrompts()

    private var count = 0
    private var observers: [Int: @MainActor (Bool) -> Void] = [:]
    private var lastID = 0

    package init() {}

    /// `true` while at least one prompt is shown or about to be.
    package var isShowing: Bool { count > 0 }
    /// `true` while there is an observer.
    package var hasObservers: Bool { !observers.isEmpty }

    /// Runs `prompt`, which makes the system show a prompt. Observers are notified before it appears and when it has ended, also
    /// by an error.
    package func during<Value>(
        isolation: isolated (any Actor)? = #isolation, _ prompt: () async throws -> Value
    ) async rethrows -> Value {
        await begin()
        do {
            let value = try await prompt()
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }

    /// Calls `changed` with `true` when the first prompt begins and with `false` when the last one ends, as long as the returned
    /// observation lives.
    package func observe(_ changed: @escaping @MainActor (_ isShowing: Bool) -> Void) -> PromptObservation {
        lastID += 1
        observers[lastID] = changed
        return PromptObservation(lastID, of: self)
    }

    /// An observation that ends with `deinit`.
    package final class PromptObservation: Sendable {
        private let id: Int
        private let prompts: SystemPrompts

        fileprivate init(_ id: Int, of prompts: SystemPrompts) {
            self.id = id
            self.prompts = prompts
        }

        deinit { Task { @MainActor [id, prompts] in prompts.observers[id] = nil } }
    }

    private func begin() {
        count += 1
        if count == 1 { notifyObservers() }
    }

    private func end() {
        count -= 1
        if count == 0 { notifyObservers() }
    }

    private func notifyObservers() {
        let isShowing = isShowing
        for (_, changed) in observers.sorted(by: { $0.key < $1.key }) { changed(isShowing) }
    }
}
