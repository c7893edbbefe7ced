#if canImport(UIKit)
public import JourneyBase
public import SwiftUI
internal import UIKit

extension View {
    /// Runs the journey of `params` over this view while `isPresented` is `true`, which becomes `false` when it is over and before
    /// `onResult` is told, once. Setting it to `false` earlier, and taking the view away, are what closing the page is: a
    /// payment under way is waited for.
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

    func body(content: Content) -> some View {
        let (anchor, isUp) = (run.anchor, isPresented.wrappedValue)
        return
            content
            .background { JourneyAnchor(anchor: anchor) }
            .onChange(of: isUp, initial: true) { if isUp { begin() } else { run.cancel() } }
            .onDisappear { run.leave() }
    }

    private func begin() {
        let (anchor, params, language, theme) = (run.anchor, params, language, theme)
        let (permissions, plugins) = (permissions, plugins)
        let (isPresented, onResult) = (isPresented, onResult)
        run.begin {
            await anchor.waitUntilShown()
            let result = await HSBCPartnerSdk.startJourney(
                from: anchor, params: params, language: language, theme: theme, permissions: permissions,
                plugins: plugins)
            isPresented.wrappedValue = false
            onResult(result)
        }
    }
}

/// The run of one modifier: begun once, however often the view is drawn.
@MainActor
final class JourneyViewRun {
    let anchor = JourneyAnchorController()
    private var task: Task<Void, Never>?

    func begin(_ body: @escaping @MainActor () async -> Void) {
        guard task == nil else { return }
        task = Task { [weak self] in
            await body()
            self?.task = nil
        }
    }

    func cancel() { task?.cancel() }

    /// A page over the view takes it from sight, which is not leaving: only a view without a window has gone.
    func leave() {
        if anchor.presentedViewController == nil { cancel() }
    }
}

/// A view controller of no size, over which the journey is presented.
final class JourneyAnchorController: UIViewController {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isShown = false

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        isShown = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Returns when UIKit would present something over it.
    func waitUntilShown() async {
        guard !isShown else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}

struct JourneyAnchor: UIViewControllerRepresentable {
    let anchor: JourneyAnchorController

    func makeUIViewController(context _: Context) -> JourneyAnchorController { anchor }
    func updateUIViewController(_: JourneyAnchorController, context _: Context) {}
}
#endif
