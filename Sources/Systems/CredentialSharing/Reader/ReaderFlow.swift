public import JourneyBase

/// The reader's part of an app, for as long as it is in sight: the person chooses what to read, reads it, and chooses again.
public struct ReaderFlow: Sendable {
    private let reader: ReaderOrchestrator
    private let presenter: any Presenter
    private let profiles: [RequestProfile]
    private let runs = AsyncMutex()

    /// A flow that offers these profiles, through the presenter that `reader` has too.
    public init(
        _ reader: ReaderOrchestrator, presenter: any Presenter, profiles: [RequestProfile] = RequestProfile.known
    ) {
        self.reader = reader
        self.presenter = presenter
        self.profiles = profiles
    }

    /// Goes on until its task is cancelled, which ends what is under way in order, or its screen has to make way for
    /// another's. Begins when the run before, if there is one, has ended.
    public func run() async {
        await runs.withLock { await follow() }
    }

    private func follow() async {
        while !Task.isCancelled {
            let answer = await presenter.ask(screen)
            // Ids are places in the list: names are the host's and may come twice.
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
