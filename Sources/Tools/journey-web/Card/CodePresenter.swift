import JourneyBase
import JourneyWeb
import Synchronization

/// Acts as the user on rendered screens: enters one code and continues to the card. All other screens are cancelled, so that
/// nothing is unfrozen and no code is retried.
final class CodePresenter: Presenter {
    let language: Language
    private let window: ScreenWindow
    private let shots: ShotWriter
    /// `true` if the card stays visible until its time is over.
    private let stays: Bool
    private let code: Mutex<String?>

    init(code: String, stays: Bool, window: ScreenWindow, shots: ShotWriter) {
        self.code = Mutex(code)
        self.stays = stays
        self.window = window
        self.shots = shots
        language = window.language
    }

    func ask(_ screen: Screen) async -> ScreenAction {
        guard screen.id != "card-wait" else { return await window.ask(screen) }
        guard let presenter = try? await window.presenter() else { return ScreenAction(action: Screen.cancelled) }
        async let given = presenter.ask(screen)
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        do {
            let act = try await fill(screen, on: page)
            await shots.shoot(page, step: screen.title, name: screen.id)
            switch act {
            case .press(let id): try await page.press("button[value=\"\(id)\"]")
            case .leave: await presenter.dismiss()
            case .wait: break
            }
        } catch { await presenter.dismiss() }
        return await given
    }

    func show(_ screen: Screen) async { await window.show(screen) }
    func dismiss() async { await window.dismiss() }

    private enum Act {
        case press(String)
        case leave
        /// Wait until the screen closes itself.
        case wait

        init(_ action: Screen.Action?) { self = action.map { .press($0.id) } ?? .leave }
    }

    /// Fills in the screen and returns the next action.
    private func fill(_ screen: Screen, on page: WebKitContainer) async throws -> Act {
        switch screen.id {
        case "card-channel", "biometric": return Act(screen.actions.first { $0.role == .primary })
        case "card-code":
            let code = code.withLock { code in
                defer { code = nil }
                return code
            }
            // There is no second code, and going back would request one.
            guard let code else { return .leave }
            try await page.fill("#field-0", with: code)
            return Act(screen.actions.first { $0.role == .primary })
        case "card-shown": return stays ? .wait : Act(screen.actions.first)
        default: return Act(screen.actions.first { $0.role == .cancel })
        }
    }
}
