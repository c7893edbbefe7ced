#if canImport(UIKit)
public import JourneyBase
internal import JourneyScreens
internal import JourneyWeb
public import UIKit

extension HSBCPartnerSdk {
    /// Runs a journey over `controller` and calls `completion` exactly once, on the main actor.
    ///
    /// Fails at once with `NOT_INITIALIZED` before `initialize`, `ALREADY_RUNNING` while another journey runs, `STORE_FAILED`
    /// when the Keychain can't be used, and `KEY_UNUSABLE` when only `eraseAll()` helps.
    ///
    /// - Parameters:
    ///   - controller: The view controller over which pages are presented.
    ///   - params: The journey to start and its inputs.
    ///   - plugins: Plugins in addition to the built-in biometric and approval plugins.
    ///   - completion: Receives the result.
    @MainActor public static func startJourney(
        from controller: UIViewController, params: JourneyStartParams, plugins: [any JourneyPlugin] = [],
        completion: @escaping @MainActor (JourneyResult) -> Void
    ) {
        Task { completion(await startJourney(from: controller, params: params, plugins: plugins)) }
    }

    /// Runs a journey over `controller` and returns its result.
    ///
    /// Cancelling the task has the same effect as closing the page: payments in progress are awaited.
    ///
    /// - Parameters:
    ///   - controller: The view controller over which pages are presented.
    ///   - params: The journey to start and its inputs.
    ///   - plugins: Plugins in addition to the built-in biometric and approval plugins.
    /// - Returns: The result. Failures are part of it.
    @MainActor public static func startJourney(
        from controller: UIViewController, params: JourneyStartParams, plugins: [any JourneyPlugin] = []
    ) async -> JourneyResult {
        await startJourney(from: controller, params: params) { _ in plugins }
    }

    /// Runs a journey over `controller` with native steps that show screens, and returns its result.
    ///
    /// - Parameters:
    ///   - controller: The view controller over which pages are presented.
    ///   - params: The journey to start and its inputs.
    ///   - language: The language of native screens.
    ///   - theme: The appearance of native screens.
    ///   - permissions: The permissions that plugins may use. A plugin that needs others is not registered.
    ///   - plugins: Creates the plugins for a presenter that draws with SwiftUI over `controller`, above the journey's pages.
    /// - Returns: The result. Failures are part of it.
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
            // A controller may have no window yet, as in `viewDidLoad`: the window is looked up when the person signs in.
            host.makeBrowserSession = { [weak controller] _ in try await SystemBrowserSession.make(over: controller) }
            return await startJourney(from: host, params: params)
        } catch let error as JourneyError {
            return JourneyResult(.failed(error))
        } catch {
            return JourneyResult(
                .failed(
                    JourneyError(
                        .storeFailed,
                        "The Keychain or the instance key on this device can't be used: \(SystemCause.text(error)).")))
        }
    }
}
#endif
