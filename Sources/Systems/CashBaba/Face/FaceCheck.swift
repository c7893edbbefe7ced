import JourneyBase

/// Shows what the person has to do while a camera looks for a smile and a blink, and gives the pictures.
enum FaceCheck {
    /// `look` starts the camera anew; it stops when nobody reads its news any more. Throws `CancellationError` when the person
    /// leaves, and what to tell them when there is nothing to look with.
    static func run(
        on presenter: any Presenter, look: @escaping @Sendable () -> AsyncStream<FaceNews>
    ) async throws -> FacePictures {
        let language = presenter.language
        do {
            while true {
                let news = try await presenter.show(screen(.holdStill, language)) { update in
                    var shown = FaceWatch.Advice.holdStill
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
                case .cannotSee(let lack): throw SDKError.faceCheck(FacePhrase(lack)(language))
                case .advice, .over: try await presenter.ask(again(language))
                }
            }
        } catch is ScreenExit {
            throw CancellationError()
        }
    }

    private static func screen(_ advice: FaceWatch.Advice, _ language: Language) -> Screen {
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
