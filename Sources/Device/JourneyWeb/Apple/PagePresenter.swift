public import WebKit

/// Where a container's pages are shown, and taken away again.
public struct PagePresenter: Sendable {
    /// Shows `view`; calls `closed` when the person closes it, when it cannot be shown or is hidden before it is there, and when
    /// somebody else takes it away. The first hides nothing yet.
    public var show: @MainActor (_ view: WKWebView, _ closed: @escaping @MainActor () -> Void) async -> Void
    /// Takes the view away, and returns when nothing of it shows any more. A `show` under way is waited for, and comes to nothing.
    public var hide: @MainActor () async -> Void

    public init(
        show: @escaping @MainActor (_ view: WKWebView, _ closed: @escaping @MainActor () -> Void) async -> Void,
        hide: @escaping @MainActor () async -> Void
    ) {
        self.show = show
        self.hide = hide
    }
}
