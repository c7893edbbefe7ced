// must fail: call to main actor-isolated instance method 'stopLoading()' in a synchronous nonisolated context
// A view belongs to the main actor.
import WebKit

enum Sample {
    static func stop(_ view: WKWebView) { view.stopLoading() }
}
