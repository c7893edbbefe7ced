public import WebKit

/// A presenter that shows and hides a container's page.
public struct PagePresenter: Sendable {
    /// Shows `view`. Calls `closed` when the person closes it, when it can't be shown or is hidden before it appears, and when it
    /// is dismissed from elsewhere. The first call has no earlier page to hide.
    public var show: @MainActor (_ view: WKWebView, _ closed: @escaping @MainActor () -> Void) async -> Void
    /// Hides the view, and returns when it is no longer visible. Waits for a `show` in progress, which then shows nothing.
    public var hide: @MainActor () async -> Void

    /// Creates a presenter.
    ///
    /// - Parameters:
    ///   - show: Shows a view.
    ///   - hide: Hides the view.
    public init(
        show: @escaping @MainActor (_ view: WKWebView, _ closed: @escaping @MainActor () -> Void) async -> Void,
        hide: @escaping @MainActor () async -> Void
    ) {
        self.show = show
        self.hide = hide
    }
}
