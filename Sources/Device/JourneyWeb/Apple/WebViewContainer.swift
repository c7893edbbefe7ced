public import Foundation
public import JourneyBase
internal import WebKit

/// WKWebView behind the seam: one view with a data store that keeps nothing, and a content controller of its own.
///
/// It never builds a script: what the native side has to say goes back as the answer to a post, or waits for one.
@MainActor
public final class WebViewContainer: NSObject, WebContainer {
    /// Judges the certificate of a server that a page is asked from, before anything is sent there: chain, name, validity
    /// and pins. `nil` when it is good.
    public typealias ServerCheck = @Sendable (URLAuthenticationChallenge) async -> JourneyError?

    let view: WKWebView
    private let stage: PagePresenter
    let check: ServerCheck
    var loads: PageLoads
    /// The engine's own name for the load under way, which tells its document from others.
    var navigation: WKNavigation?
    private(set) var isClosed = false
    private var receive: (@Sendable (WebEvent, Int) -> Void)?

    /// A container that may show pages of `policy`'s origins, on `stage`.
    ///
    /// Unlike on Linux, every connection of the page is judged by `check`, those of subresources too. Throws
    /// `PAGE_LOAD_FAILED` when the engine does not take the rules for subresources.
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
        // The view stays until the journey has ended; whoever runs it closes the container.
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

    /// Returns when nothing of the page shows any more: what the host presents then is not lost in the middle of it.
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

    /// Passes `event`, of what is shown, on, unless the container is closed.
    func report(_ event: WebEvent) { receive?(event, loads.gate.shown) }

    /// Passes a report on, when there is one and the container is not closed.
    func report(_ report: PageLoads.Report?) {
        if let report { receive?(report.event, report.load) }
    }

    /// Passes on what the relay said in a document that the engine vouches for. The reply is given exactly once.
    func relaySaid(_ message: RelayMessage, origin: Origin?, isMainFrame: Bool, reply: RelayReply) {
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
