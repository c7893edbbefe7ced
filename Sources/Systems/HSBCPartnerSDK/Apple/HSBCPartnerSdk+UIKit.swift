#if canImport(UIKit)
public import JourneyBase
internal import JourneyScreens
internal import JourneyWeb
public import UIKit

extension HSBCPartnerSdk {
    /// Runs a journey over `controller` and calls `completion` exactly once, whatever happens, on the main actor.
    ///
    /// Fails at once with `NOT_INITIALIZED` before `initialize`, with `ALREADY_RUNNING` while another journey runs, and with
    /// `STORE_FAILED` when the Keychain cannot be used, with `KEY_UNUSABLE` when only `eraseAll()` helps. `plugins` come beside the
    /// biometric one.
    @MainActor public static func startJourney(
        from controller: UIViewController, params: JourneyStartParams, plugins: [any JourneyPlugin] = [],
        completion: @escaping @MainActor (JourneyResult) -> Void
    ) {
        Task { completion(await startJourney(from: controller, params: params, plugins: plugins)) }
    }

    /// Runs a journey over `controller` and gives its result. Cancelling the task is what closing the page is: a payment
    /// under way is waited for.
    @MainActor public static func startJourney(
        from controller: UIViewController, params: JourneyStartParams, plugins: [any JourneyPlugin] = []
    ) async -> JourneyResult {
        await startJourney(from: controller, params: params) { _ in plugins }
    }

    /// The same with native steps that show screens: `plugins` makes them of a presenter, which draws with SwiftUI over
    /// `controller` and above the journey's pages, in `language` and by `theme`. `permissions` is what plugins may need: one that
    /// needs more is not there.
    @MainActor public static func startJourney(
        from controller: UIViewController, params: JourneyStartParams, language: Language = .english,
        theme: Theme = .standard, permissions: Set<PluginPermission> = [.biometrics],
        plugins: (any Presenter) -> [any JourneyPlugin]
    ) async -> JourneyResult {
        do {
            let screens = PresentedScreens(over: controller, language: language, theme: theme)
            let plugins = plugins(screens)
            var host = try await JourneyHost.apple(
                stage: .presented(from: controller), presenter: screens, plugins: plugins)
            host.permissions = permissions
            // A controller may have no window yet, as in `viewDidLoad`: it is looked for when somebody has to sign in.
            host.makeSignInBrowser = { [weak controller] _ in try await WebAuthenticationSignIn.make(over: controller) }
            return await startJourney(from: host, params: params)
        } catch let error as JourneyError {
            return JourneyResult(.failed(error))
        } catch {
            return JourneyResult(.failed(JourneyError(.storeFailed, "The device's own store cannot be used.")))
        }
    }
}
#endif
