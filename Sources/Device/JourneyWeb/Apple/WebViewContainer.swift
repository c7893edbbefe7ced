public import Foundation
public import JourneyBase
internal import WebKit

/// A web container on WKWebView: one view with an ephemeral data store and its own content controller.
///
/// It never builds a script: answers resolve a message's promise, or wait for one.
@MainActor
public final class WebViewContainer: NSObject, WebContainer {
    /// Checks a server's certificate before anything is sent to it: chain, name, validity and pins. `nil` when it is valid.
    public typealias ServerCheck = @Sendable (URLAuthenticationChallenge) async -> JourneyError?

    let view: WKWebView
    private let stage: PagePresenter
    let check: ServerCheck
    var loads: PageLoads
    /// The engine's object for the load in progress, which identifies its document.
    var navigation: WKNavigation?
    private(set) var isClosed = false
    private var receive: (@Sendable (WebEvent, Int) -> Void)?

    /// Creates a container that may show pages of `policy`'s origins, on `stage`.
    ///
    /// Unlike on Linux, `check` verifies every connection of the page, subresources included.
    ///
    /// - Parameters:
    ///   - policy: The allowed origins.
    ///   - stage: Shows and hides the page.
    ///   - check: Checks the certificate of each server.
    /// - Returns: The container.
    /// - Throws: `PAGE_LOAD_FAILED` when the engine rejects the rules for subresources.
    public static func make(
        policy: SourcePolicy, stage: PagePresenter, check: @escaping ServerCheck
    ) async throws(JourneyError) -> WebViewContainer {
        let rules = try await ContentFilter.compile(for: policy)
        return WebViewContainer(policy: policy, stage: stage, rules: rules, check: check)
    }

    private init(policy: SourcePolicy, stage: PagePresenter, rules: WKContentRuleList, check: @escaping ServerCheck) {
        let receiver = RelayReceiver()
        loads = PageLoads(policy: policy)
        view = WKWebView(frame: .zero, configuration: .forJourneys(rules: rules, receiver: receiver))
        self.stage = stage
        self.check = check
        super.init()
        receiver.container = self
        view.allowsBackForwardNavigationGestures = false
        view.allowsLinkPreview = false
        view.isInspectable = false
        view.navigationDelegate = self
        view.uiDelegate = self
    }

    public func start(_ receive: @escaping @Sendable (_ event: WebEvent, _ load: Int) -> Void) async {
        guard !isClosed else { return }
        self.receive = receive
        // The view stays until the journey has ended, when the container is closed.
        await stage.show(view) { [weak self] in self?.report(.closedByPerson) }
    }

    public func load(_ url: HTTPSURL, number: Int) {
        guard !isClosed else { return }
        let address = CanonicalAddress(url).text
        switch loads.request(number, url, spelled: address) {
        case .overtaken: break
        case .refused(let refusal): report(refusal)
        case .load: go(to: address)
        }
    }

    func go(to address: String) {
        guard let url = URL(string: address) else { return }
        navigation = view.load(URLRequest(url: url))
    }

    /// Closes the view, and returns when it is no longer visible, so that the host can present something else.
    public func close() async {
        guard !isClosed else { return }
        isClosed = true
        receive = nil
        view.stopLoading()
        view.navigationDelegate = nil
        view.uiDelegate = nil
        view.configuration.userContentController.removeAllScriptMessageHandlers()
        view.configuration.userContentController.removeAllUserScripts()
        await stage.hide()
    }

    /// Reports `event` of the current page, unless the container is closed.
    func report(_ event: WebEvent) { receive?(event, loads.tracker.shown) }

    /// Passes on a report, if there is one and the container is not closed.
    func report(_ report: PageLoads.Report?) {
        if let report { receive?(report.event, report.load) }
    }

    /// Passes on a relay message of a document whose origin the engine confirms. The reply is sent exactly once.
    func receiveRelay(_ message: RelayMessage, origin: Origin?, isMainFrame: Bool, reply: RelayReply) {
        let document = WebDocument(token: message.token, origin: origin)
        switch message.kind {
        case .started:
            reply.answer("")
            if isMainFrame { report(.documentStarted(document)) }
        case .posted(let text):
            report(
                .message(
                    WebMessage(
                        document: document, isMainFrame: isMainFrame, text: text,
                        reply: { answer in reply.answer(answer) })))
        }
    }
}
