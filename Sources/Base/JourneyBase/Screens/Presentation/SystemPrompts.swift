/// The prompts that this package has the system draw above the app, such as the one for a face.
///
/// Such a prompt takes the app's scenes from the front, as leaving the app does. Who covers private screens then follows the
/// prompts, and feeds `SceneVisibility` with them.
@MainActor
package final class SystemPrompts {
    /// Those of this process: the system draws them above all of its scenes.
    package static let shared = SystemPrompts()

    private var count = 0
    private var followers: [Int: @MainActor (Bool) -> Void] = [:]
    private var lastID = 0

    package init() {}

    /// `true` while at least one stands, or is about to.
    package var isStanding: Bool { count > 0 }
    /// `true` while anybody follows.
    package var hasFollowers: Bool { !followers.isEmpty }

    /// Does `prompt`, which has the system ask. Followers hear of it before it comes up, and when it is over, however it ends.
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

    /// Calls `changed` with `true` when the first prompt begins and with `false` when the last one ends, for as long as what it
    /// gives lives.
    package func follow(_ changed: @escaping @MainActor (_ isStanding: Bool) -> Void) -> PromptObservation {
        lastID += 1
        followers[lastID] = changed
        return PromptObservation(lastID, of: self)
    }

    /// A follower's place. It ends with its owner.
    package final class PromptObservation: Sendable {
        private let id: Int
        private let prompts: SystemPrompts

        fileprivate init(_ id: Int, of prompts: SystemPrompts) {
            self.id = id
            self.prompts = prompts
        }

        deinit { Task { @MainActor [id, prompts] in prompts.followers[id] = nil } }
    }

    private func begin() {
        count += 1
        if count == 1 { tell() }
    }

    private func end() {
        count -= 1
        if count == 0 { tell() }
    }

    private func tell() {
        let isStanding = isStanding
        for (_, changed) in followers.sorted(by: { $0.key < $1.key }) { changed(isStanding) }
    }
}
