// must fail: value of type 'WKWebView' has no member 'isBlockedByScreenTime'
// Of iOS 26: what is newer than the oldest systems has no stub, so it needs no `#available` and gets none.
import WebKit

enum Sample {
    @MainActor static func isBlocked(_ view: WKWebView) -> Bool { view.isBlockedByScreenTime }
}
