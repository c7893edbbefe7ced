public import WebKit

/// Where a container's pages are shown, and taken away again.
public struct PageStage: Sendable {
    /// Shows `view`; calls `closed` when the person closes it, which hides nothing yet.
    public var show: @MainActor (_ view: WKWebView, _ closed: @escaping @MainActor () -> Void) -> Void
    /// Takes the view away.
    public var hide: @MainActor () -> Void

    public init(
        show: @escaping @MainActor (_ view: WKWebView, _ closed: @escaping @MainActor () -> Void) -> Void,
        hide: @escaping @MainActor () -> Void
    ) {
        self.show = show
        self.hide = hide
    }
}
