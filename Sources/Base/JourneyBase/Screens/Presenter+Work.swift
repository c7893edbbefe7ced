extension Presenter {
    /// Shows `screen` while `work` runs.
    ///
    /// Pressing any action cancels `work`. If `work` then throws, this method throws a `ScreenExit` that names the action. If it
    /// still succeeds, its result is returned.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - work: The work. It gets a closure that updates the screen, for progress.
    /// - Returns: The result of `work`.
    /// - Throws: `ScreenExit` if the person left; otherwise the error of `work`.
    public func show<Value: Sendable>(
        _ screen: Screen,
        while work: @escaping @Sendable (_ update: @Sendable (Screen) async -> Void) async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Part<Value>.self) { group in
            group.addTask {
                .done(
                    try await work { next in
                        var next = next
                        // A different id would replace the screen and end its question.
                        next.id = screen.id
                        await self.show(next)
                    })
            }
            group.addTask {
                let answer = await self.ask(screen)
                return .left(screen.exit(for: answer) ?? .other(answer.action))
            }
            var exit: ScreenExit?
            defer { group.cancelAll() }
            do {
                while let part = try await group.next() {
                    switch part {
                    case .done(let value): return value
                    case .left(let way):
                        exit = way
                        group.cancelAll()
                    }
                }
            } catch {
                throw exit ?? error
            }
            throw CancellationError()
        }
    }
}

private enum Part<Value: Sendable>: Sendable {
    case done(Value)
    case left(ScreenExit)
}
