// What the package relies on in WebKit where a page's link leads to another host. It calls WebKit alone, none of the package. It is
// compiled against the stubs on Linux, and a Mac runs it: add it to a test target of an app, and run it in a simulator or on a phone.
//
// Apple's pages: webkit/wknavigationdelegate, webkit/wknavigationaction/navigationtype, webkit/wkwebview/load(_:).
import UIKit
import WebKit
import XCTest

@MainActor
final class WebKitLinkContract: XCTestCase {
    /// Runs in a simulator.
    func testATappedLinkIsAskedAboutAndCanBeReplacedByAnOwnLoad() async { await WebKitLinks.ownLoad() }

    /// Runs on a phone only, with an app that claims `WebKitLinks.claimed` by its associated domains. Started by hand: only this
    /// app may come to the front while it runs.
    func testAnOwnLoadOfAClaimedHostStaysHere() async throws {
        guard WebKitLinks.claimed != "claimed.example" else { throw XCTSkip("no app claims a host of this test's") }
        await WebKitLinks.ownLoad(of: WebKitLinks.claimed)
    }
}

@MainActor
enum WebKitLinks {
    /// A host claimed by an app on the phone. Set its name here for the manual run.
    static let claimed = "claimed.example"

    /// Level: documented, except for the last step, which is observed. The delegate is asked about the tapped link, with its type
    /// and its main frame, before anything is sent. Once it is cancelled nothing finishes. A load requested then is reported with
    /// the type
    /// `.other` and not as a link.
    static func ownLoad(of host: String = "other.example") async {
        let view = WKWebView(
            frame: CGRect(x: 0, y: 0, width: 320, height: 480), configuration: WKWebViewConfiguration())
        let asked = Asked()
        view.navigationDelegate = asked
        view.loadHTMLString(
            "<a id=\"link\" href=\"https://\(host)/tapped\">Pay</a>", baseURL: URL(string: "https://shown.example/"))
        await asked.wait { $0.finished == 1 }
        view.evaluateJavaScript("document.getElementById('link').click()", completionHandler: nil)
        await asked.wait { $0.questions.count == 2 }
        XCTAssertTrue(asked.questions.last?.type == .linkActivated, "the link is asked about as one")
        XCTAssertTrue(asked.questions.last?.isMainFrame == true)
        guard let address = URL(string: "https://\(host)/tapped") else { return }
        view.load(URLRequest(url: address))
        await asked.wait { $0.questions.count == 3 }
        XCTAssertTrue(asked.questions.last?.type == .other, "an own load is none of the page's links")
        XCTAssertTrue(asked.questions.last?.address == address.absoluteString)
        XCTAssertTrue(asked.finished == 1, "what was cancelled does not finish")
    }
}

/// Allows the first document and nothing after it.
@MainActor
private final class Asked: NSObject, WKNavigationDelegate {
    struct Question {
        let type: WKNavigationType
        let address: String
        let isMainFrame: Bool
    }

    private(set) var questions: [Question] = []
    private(set) var finished = 0

    func webView(
        _: WKWebView, decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        questions.append(
            Question(
                type: action.navigationType, address: action.request.url?.absoluteString ?? "",
                isMainFrame: action.targetFrame?.isMainFrame == true))
        decisionHandler(questions.count == 1 ? .allow : .cancel)
    }

    func webView(_: WKWebView, didFinish _: WKNavigation!) { finished += 1 }

    /// Polls for at most ten seconds.
    func wait(until isSo: (Asked) -> Bool) async {
        for _ in 0..<200 where !isSo(self) { try? await Task.sleep(for: .milliseconds(50)) }
        XCTAssertTrue(isSo(self))
    }
}
