internal import JourneyBase

extension CardDetailsFlow {
    /// Shows that something is under way while `work` is done; pressing “Cancel” ends it.
    func waiting<Value: Sendable>(
        _ phrase: CardPhrase, _ work: @escaping @Sendable () async throws -> Value
    ) async throws(CardStop) -> Value {
        do { return try await presenter.show(screens.waiting(phrase), while: { _ in try await work() }) } catch {
            throw CardStop(error)
        }
    }

    /// Does a small thing beside the showing of the card. What goes wrong is said under `title` and may be tried again; leaving it
    /// leaves nothing else. `nil` when it was not done.
    @discardableResult func aside<Value>(
        _ title: CardPhrase, _ work: () async throws(CardStop) -> Value
    ) async -> Value? {
        while true {
            do throws(CardStop) { return try await work() } catch {
                guard case .problem(let problem) = error, await wantsAnother(problem, title: title) else { return nil }
            }
        }
    }

    /// Says what went wrong; whether the person wants to begin anew.
    func wantsAnother(_ problem: CardProblem, title: CardPhrase = .notShown) async -> Bool {
        if Task.isCancelled { return false }
        let screen = screens.problem(problem, title: title)
        let answer = await presenter.ask(screen)
        return screen.exit(for: answer) == nil
    }

    /// Waits for the revocation that is under way, for as long as the person does. It goes on without them.
    func awaitRevocation(_ user: CardUserID) async {
        guard !Task.isCancelled, let task = await revocations.current(user) else { return }
        _ = try? await waiting(.closingCard) { try await AbandonableWait.value(of: task) }
    }

    func log(_ outcome: CardDetailsOutcome) {
        let log = host.dependencies.log
        switch outcome {
        case .completed, .pending: log.record(.info, "A card was shown")
        case .cancelled: log.record(.info, "A card was not shown: the person left")
        case .failed(let error): log.record(.warning, "A card was not shown", [.code: error.code.rawValue])
        }
    }
}
