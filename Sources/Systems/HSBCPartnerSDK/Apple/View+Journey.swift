#if canImport(UIKit)
public import JourneyBase
public import SwiftUI
internal import UIKit

extension View {
    /// Runs the journey of `params` over this view while `isPresented` is `true`.
    ///
    /// `isPresented` becomes `false` when the journey ends, before `onResult` is called once. Setting it to `false` earlier, or
    /// removing the view, has the same effect as closing the page: payments in progress are awaited. A journey that is cancelled
    /// before the view appears never starts, and `onResult` is not called.
    ///
    /// ```swift
    /// Button("Send money") { isPresented = true }
    ///     .journey(isPresented: $isPresented, params: params) { result in … }
    /// ```
    ///
    /// - Parameters:
    ///   - isPresented: Starts the journey, and shows whether it runs.
    ///   - params: The journey to start and its inputs.
    ///   - language: The language of native screens.
    ///   - theme: The appearance of native screens.
    ///   - permissions: The permissions that plugins may use.
    ///   - plugins: Creates the plugins for a presenter that draws above the journey's pages.
    ///   - onResult: Receives the result.
    /// - Returns: The view with the journey attached.
    public func journey(
        isPresented: Binding<Bool>, params: JourneyStartParams, language: Language = .english, theme: Theme = .standard,
        permissions: Set<PluginPermission> = [.biometrics],
        plugins: @escaping @MainActor (any Presenter) -> [any JourneyPlugin] = { _ in [] },
        onResult: @escaping @MainActor (JourneyResult) -> Void
    ) -> some View {
        modifier(
            JourneyModifier(
                isPresented: isPresented, params: params, language: language, theme: theme, permissions: permissions,
                plugins: plugins, onResult: onResult))
    }
}

struct JourneyModifier: ViewModifier {
    let isPresented: Binding<Bool>
    let params: JourneyStartParams
    let language: Language
    let theme: Theme
    let permissions: Set<PluginPermission>
    let plugins: @MainActor (any Presenter) -> [any JourneyPlugin]
    let onResult: @MainActor (JourneyResult) -> Void
    @State private var run = JourneyViewRun()
    /// The number of runs so far, which tells a run that `onResult` starts from the one before.
    @State private var round = 0

    private struct PresentedRequest: Equatable {
        let round: Int
        let isUp: Bool
    }

    func body(content: Content) -> some View {
        let (anchor, wanted) = (run.anchor, PresentedRequest(round: round, isUp: isPresented.wrappedValue))
        return
            content
            .background { JourneyAnchor(anchor: anchor) }
            .onChange(of: wanted, initial: true) { if wanted.isUp { begin() } else { run.runs.cancel() } }
            .onDisappear { run.leave() }
    }

    private func begin() {
        let (anchor, params, language, theme) = (run.anchor, params, language, theme)
        let (permissions, plugins) = (permissions, plugins)
        let (isPresented, round, onResult) = (isPresented, $round, onResult)
        run.runs.begin { hasEnded in
            let over: @MainActor () -> Void = {
                guard hasEnded() else { return }
                isPresented.wrappedValue = false
                round.wrappedValue += 1
            }
            // A run that was cancelled before the view appeared never started.
            guard await anchor.shown.wait() else { return over() }
            let result = await HSBCPartnerSdk.startJourney(
                from: anchor, params: params, language: language, theme: theme, permissions: permissions,
                plugins: plugins)
            over()
            onResult(result)
        }
    }
}

/// The runs of one modifier, and the controller over which they are presented.
@MainActor
final class JourneyViewRun {
    let anchor = JourneyAnchorController()
    let runs = ViewRunQueue()

    /// Cancels the runs when the view has left its window. A page over the view hides it too, but does not remove it.
    func leave() {
        if anchor.presentedViewController == nil { runs.cancel() }
    }
}

/// A view controller of no size, over which the journey is presented.
final class JourneyAnchorController: UIViewController {
    /// Opens while UIKit can present something over this controller.
    let shown = VisibilityGate()

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        shown.open()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // A controller that is covered can still present.
        if presentedViewController == nil { shown.close() }
    }
}

struct JourneyAnchor: UIViewControllerRepresentable {
    let anchor: JourneyAnchorController

    func makeUIViewController(context _: Context) -> JourneyAnchorController { anchor }
    func updateUIViewController(_: JourneyAnchorController, context _: Context) {}
}
#endif
