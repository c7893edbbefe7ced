public import JourneyBase

/// The reader's part of an app while it is on screen: the user chooses a request, reads a document, and chooses again.
public struct ReaderFlow: Sendable {
    private let reader: ReaderOrchestrator
    private let presenter: any Presenter
    private let profiles: [RequestProfile]
    private let runs = AsyncMutex()

    /// Creates a flow that offers these requests.
    ///
    /// - Parameters:
    ///   - reader: The orchestrator that reads.
    ///   - presenter: The presenter that `reader` uses too.
    ///   - profiles: The requests to offer.
    public init(
        _ reader: ReaderOrchestrator, presenter: any Presenter, profiles: [RequestProfile] = RequestProfile.known
    ) {
        self.reader = reader
        self.presenter = presenter
        self.profiles = profiles
    }

    /// Runs until its task is cancelled, or another screen replaces the flow's. Cancellation ends a transaction in order.
    ///
    /// A second call begins when the first has ended.
    public func run() async {
        await runs.withLock { await follow() }
    }

    private func follow() async {
        while !Task.isCancelled {
            let answer = await presenter.ask(screen)
            // Identifiers are indices: names are chosen by the host and may repeat.
            guard answer.action == ReaderScreens.ActionID.read,
                let place = answer.chosen(ReaderFlow.profile)?.first.flatMap({ Int($0) }),
                profiles.indices.contains(place)
            else { break }
            _ = await reader.startReading(profiles[place])
        }
        if Task.isCancelled { await presenter.dismiss() }
    }

    private static let profile = "profile"

    private var screen: Screen {
        let language = presenter.language
        let screens = ReaderScreens(language: language)
        let options = profiles.enumerated().map { place, profile in
            Screen.Choice.Option(id: "\(place)", label: screens.title(of: profile))
        }
        return Screen(
            id: "reading-choice", title: language(.whatToRead),
            fields: [
                .init(
                    id: ReaderFlow.profile, label: language(.whatToRead),
                    kind: .choice(.one(of: options, chosen: options.first?.id)))
            ],
            actions: [.init(id: ReaderScreens.ActionID.read, label: language(ReaderPhrase.read))])
    }
}
