import JourneyBase

/// Shows what the person has to do while a camera looks for a smile and a blink, and gives the pictures.
enum FaceCheck {
    /// Runs the check until there are pictures.
    ///
    /// - Parameters:
    ///   - presenter: Shows what the person has to do.
    ///   - openSettings: Opens the system's settings of this app, where a person who doesn't allow the camera can allow it;
    ///     `nil` where there are none.
    ///   - look: Starts the camera anew; it stops when nobody reads its news any more.
    /// - Throws: `CancellationError` when the person leaves, and what to tell them when there is nothing to look with.
    static func run(
        on presenter: any Presenter, openSettings: (@Sendable () async -> Void)? = nil,
        look: @escaping @Sendable () -> AsyncStream<FaceCameraEvent>
    ) async throws -> FacePictures {
        let language = presenter.language
        do {
            while true {
                let news = try await presenter.show(screen(.holdStill, language)) { update in
                    var shown = FaceGestureDetector.FaceInstruction.holdStill
                    for await news in look() {
                        guard case .advice(let advice) = news else { return news }
                        // A screen that says the same is not drawn again with every frame.
                        if advice != shown { await update(screen(advice, language)) }
                        shown = advice
                    }
                    throw CancellationError()
                }
                switch news {
                case .pictures(let pictures): return pictures
                case .cannotSee(.denied) where openSettings != nil:
                    try await allow(on: presenter, language, openSettings)
                case .cannotSee(let lack): throw SDKError.faceCheck(FacePhrase(lack)(language))
                case .advice, .over: try await presenter.ask(again(language))
                }
            }
        } catch is ScreenExit {
            throw CancellationError()
        }
    }

    /// Says that the camera isn't allowed, with a button to the settings. Returns when the person wants to try again.
    private static func allow(
        on presenter: any Presenter, _ language: Language, _ openSettings: (@Sendable () async -> Void)?
    ) async throws(CancellationError) {
        let screen = Screen(
            id: "face-denied", title: FacePhrase.title(language),
            body: [.notice(Screen.Notice(.error, FacePhrase.cameraDenied(language)))],
            actions: [
                Screen.Action(id: "settings", label: FacePhrase.openSettings(language)),
                Screen.Action(id: "retry", label: language(.tryAgain), role: .secondary),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
        while true {
            switch await presenter.ask(screen).action {
            case "settings": await openSettings?()
            case "retry": return
            default: throw CancellationError()
            }
        }
    }

    private static func screen(_ advice: FaceGestureDetector.FaceInstruction, _ language: Language) -> Screen {
        Screen(
            id: "face", title: FacePhrase.title(language), text: FacePhrase(advice)(language),
            actions: [Screen.Action(id: "cancel", label: language(.cancel), role: .cancel)])
    }

    private static func again(_ language: Language) -> Question<Void> {
        .failure(
            id: "face-again", title: FacePhrase.title(language), text: FacePhrase.tooLong(language), canRetry: true)
    }
}

extension SDKError {
    /// There is no face check; `text` is for the person.
    static func faceCheck(_ text: String) -> SDKError {
        SDKError("FaceCheck", 1542, "The face check cannot be done.", .validationFail, serviceText: text)
    }
}
