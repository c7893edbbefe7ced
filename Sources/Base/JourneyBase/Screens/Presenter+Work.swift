extension Presenter {
    /// Shows `screen` while `work` is done, and gives what it makes.
    ///
    /// `work` gets a closure that shows the screen anew, for progress. Whatever action the person presses meanwhile cancels
    /// the work; when the work then ends by throwing, how the person left is thrown in its place. Work that ends well has
    /// ended well, whatever was pressed.
    public func show<Value: Sendable>(
        _ screen: Screen,
        while work: @escaping @Sendable (_ update: @Sendable (Screen) async -> Void) async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Part<Value>.self) { group in
            group.addTask {
                .done(
                    try await work { next in
                        var next = next
                        // Another id would be another screen, and end the question about this one.
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
