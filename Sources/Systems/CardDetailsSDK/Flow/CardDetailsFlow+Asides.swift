internal import JourneyBase

extension CardDetailsFlow {
    /// Shows a waiting screen during `work`. “Cancel” ends it.
    func waiting<Value: Sendable>(
        _ phrase: CardPhrase, _ work: @escaping @Sendable () async throws -> Value
    ) async throws(CardStop) -> Value {
        do { return try await presenter.show(screens.waiting(phrase), while: { _ in try await work() }) } catch {
            throw CardStop(error)
        }
    }

    /// Does a small task beside the showing of the card. An error is shown under `title` with a retry. Returns `nil` if the user
    /// gives up; nothing else ends then.
    @discardableResult func aside<Value>(
        _ title: CardPhrase, _ work: () async throws(CardStop) -> Value
    ) async -> Value? {
        while true {
            do throws(CardStop) { return try await work() } catch {
                guard case .problem(let problem) = error, await wantsAnother(problem, title: title) else { return nil }
            }
        }
    }

    /// Shows the problem. Returns `true` if the user wants to start again.
    func wantsAnother(_ problem: CardProblem, title: CardPhrase = .notShown) async -> Bool {
        if Task.isCancelled { return false }
        let screen = screens.problem(problem, title: title)
        let answer = await presenter.ask(screen)
        return screen.exit(for: answer) == nil
    }

    /// Waits for the current revocation while the user does. It continues without them.
    func awaitRevocation(_ user: CardUserID) async {
        guard !Task.isCancelled, let task = await revocations.current(user) else { return }
        _ = try? await waiting(.closingCard) { try await AbandonableWait.value(of: task) }
    }

    func log(_ outcome: CardDetailsOutcome) {
        let log = host.dependencies.log
        switch outcome {
        case .completed, .pending: log.record(.info, "Card viewing completed")
        case .cancelled: log.record(.info, "Card viewing cancelled by the user")
        case .failed(let error): log.record(.warning, "Card viewing failed", [.code: error.code.rawValue])
        }
    }
}
