package import JourneyBase

/// Shows instructions while a camera looks for a smile and a blink, and returns the pictures.
package enum FaceCheck {
    /// Runs the check until there are pictures.
    ///
    /// - Parameters:
    ///   - presenter: Shows the instructions.
    ///   - openSettings: Opens the app's page in the system settings, where a user can allow the camera; `nil` if there is none.
    ///   - look: Starts the camera again. It stops when its stream is released.
    /// - Throws: `CancellationError` when the user leaves, and an error with a text for the user when there is no camera.
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
                        // Redraw only when the instruction changes, not with every frame.
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

    /// Shows that camera access is denied, with a button to the settings. Returns when the user wants to try again.
    private static func allow(
        on presenter: any Presenter, _ language: Language, _ openSettings: (@Sendable () async -> Void)?
    ) async throws(CancellationError) {
        while true {
            switch await presenter.ask(denied(language)).action {
            case "settings": await openSettings?()
            case "retry": return
            default: throw CancellationError()
            }
        }
    }

    /// Returns the check's screens in `language`, for pictures: an instruction, a denied camera, and a check that took too long.
    package static func screens(_ language: Language) -> [Screen] {
        [screen(.smile, language), denied(language), again(language).screen(language)]
    }

    private static func denied(_ language: Language) -> Screen {
        Screen(
            id: "face-denied", title: FacePhrase.title(language),
            body: [.notice(Screen.Notice(.error, FacePhrase.cameraDenied(language)))],
            actions: [
                Screen.Action(id: "settings", label: FacePhrase.openSettings(language)),
                Screen.Action(id: "retry", label: language(.tryAgain), role: .secondary),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
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
    /// Creates the error of an unavailable face check. `text` is for the user.
    static func faceCheck(_ text: String) -> SDKError {
        SDKError("FaceCheck", 1542, "The face check is not available.", .validationFail, serviceText: text)
    }
}
