// must fail: instance method 'webView(_:didComit:)' nearly matches defaulted requirement 'webView(_:didCommit:)'
// An optional method of a delegate that would never be called.
import Foundation
import WebKit

final class Sample: NSObject {}

extension Sample: WKNavigationDelegate {
    func webView(_: WKWebView, didComit _: WKNavigation!) {}
}
