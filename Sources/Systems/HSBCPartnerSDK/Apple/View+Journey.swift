#if canImport(UIKit)
public import JourneyBase
public import SwiftUI
internal import UIKit

extension View {
    /// Runs the journey of `params` over this view while `isPresented` is `true`, which becomes `false` when it is over and before
    /// `onResult` is told, once. Setting it to `false` earlier, and taking the view away, are what closing the page is: a
    /// payment under way is waited for. What is taken back before the view was in sight has not begun, and nobody is told.
    ///
    /// ```swift
    /// Button("Send money") { isPresented = true }
    ///     .journey(isPresented: $isPresented, params: params) { result in … }
    /// ```
    ///
    /// `plugins` makes native steps of a presenter, which draws above the journey's pages, in `language` and by `theme`;
    /// `permissions` is what they may need.
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
    /// Counts runs, so that one which `onResult` asks for is told from the one before.
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
            // What was taken back before it could be shown never began.
            guard await anchor.shown.wait() else { return over() }
            let result = await HSBCPartnerSdk.startJourney(
                from: anchor, params: params, language: language, theme: theme, permissions: permissions,
                plugins: plugins)
            over()
            onResult(result)
        }
    }
}

/// The runs of one modifier, and over what they are presented.
@MainActor
final class JourneyViewRun {
    let anchor = JourneyAnchorController()
    let runs = ViewRunQueue()

    /// A page over the view takes it from sight, which is not leaving: only a view without a window has gone.
    func leave() {
        if anchor.presentedViewController == nil { runs.cancel() }
    }
}

/// A view controller of no size, over which the journey is presented.
final class JourneyAnchorController: UIViewController {
    /// UIKit would present something over it.
    let shown = VisibilityGate()

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        shown.open()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // What covers it can be presented over.
        if presentedViewController == nil { shown.close() }
    }
}

struct JourneyAnchor: UIViewControllerRepresentable {
    let anchor: JourneyAnchorController

    func makeUIViewController(context _: Context) -> JourneyAnchorController { anchor }
    func updateUIViewController(_: JourneyAnchorController, context _: Context) {}
}
#endif
