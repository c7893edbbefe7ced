public import JourneyBase

/// The holder's part of an app while it is on screen: the user chooses documents, presents them, and chooses again.
public struct HolderFlow: Sendable {
    private let holder: HolderOrchestrator
    private let source: any CredentialSource
    private let presenter: any Presenter
    private let dependencies: Dependencies
    private let runs = AsyncMutex()

    /// Creates a flow that offers the documents of `source`.
    ///
    /// - Parameters:
    ///   - holder: The orchestrator that presents the documents.
    ///   - source: The source of the documents.
    ///   - presenter: The presenter that `holder` uses too.
    ///   - dependencies: The source of the time.
    public init(
        _ holder: HolderOrchestrator, source: any CredentialSource, presenter: any Presenter,
        dependencies: Dependencies = .system
    ) {
        self.holder = holder
        self.source = source
        self.presenter = presenter
        self.dependencies = dependencies
    }

    /// Runs until its task is cancelled or its screen has to make way for another's. Cancellation ends a transaction in
    /// order.
    ///
    /// A second call begins when the first has ended.
    public func run() async {
        await runs.withLock { await follow() }
    }

    private func follow() async {
        loop: while !Task.isCancelled {
            let now = dependencies.now()
            let all = try? await source.credentials()
            let usable = (all ?? []).filter { $0.isUsable(at: now) }
            let answer = await presenter.ask(screen(all, usable))
            switch answer.action {
            case ActionID.look: continue
            case ActionID.present:
                let chosen = answer.chosen(HolderFlow.documents) ?? []
                _ = await holder.startPresentation(usable.map(\.id).filter(chosen.contains))
            default: break loop
            }
        }
        if Task.isCancelled { await presenter.dismiss() }
    }

    private enum ActionID {
        static let present = "present"
        static let look = "look"
    }

    private static let documents = "documents"

    /// Returns the screen that offers the usable documents; `all` is `nil` when the documents cannot be read.
    private func screen(_ all: [Credential]?, _ usable: [Credential]) -> Screen {
        let language = presenter.language
        let look = Screen.Action(id: ActionID.look, label: language(HolderPhrase.checkAgain), role: .secondary)
        let others = (all ?? []).filter { !usable.contains($0) }
        var body = others.map { Screen.Block.text(language(.notUsable($0.title))) }
        guard !usable.isEmpty else {
            body.insert(
                all == nil
                    ? .notice(.init(.error, language(.documentsUnreadable))) : .empty(language(.noDocuments)), at: 0)
            return Screen(id: "sharing-documents", title: language(.yourDocuments), body: body, actions: [look])
        }
        let options = usable.map {
            Screen.Choice.Option(
                id: $0.id, label: $0.title,
                detail: $0.isRunningLow ? language(.fewCopiesLeft($0.title, $0.copiesLeft)) : nil)
        }
        return Screen(
            id: "sharing-documents", title: language(.yourDocuments), body: body,
            fields: [
                .init(
                    id: HolderFlow.documents, label: language(.whatToPresent),
                    kind: .choice(
                        .several(
                            of: options, counts: 1...options.count,
                            chosen: options.count == 1 ? Set(options.map(\.id)) : [])))
            ], actions: [.init(id: ActionID.present, label: language(.present)), look])
    }
}
