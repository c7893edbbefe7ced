internal import CWebKitGTK
public import JourneyBase

/// A web container on WebKitGTK: one view in one window, with its own context, an ephemeral network session, and its own content
/// manager.
@GTKActor
public final class WebKitContainer: WebContainer {
    /// The size of a phone's screen, in points.
    static let size = (width: 390, height: 844)
    /// The script world of the relay, which page scripts can't access.
    static let relayWorld = "journey-relay"
    static let relayHandler = "journeyRelay"

    let view: UnsafeMutablePointer<WebKitWebView>
    let window: UnsafeMutablePointer<GtkWindow>
    private let context: OpaquePointer
    private let session: OpaquePointer
    let content: OpaquePointer
    /// The only certificate accepted from each host; empty when the engine's own verification is used.
    var leafCertificates: [String: [UInt8]] = [:]
    private var isHidden = false
    /// Assigns the engine's signals to loads.
    var loads: PageLoads
    private(set) var isClosed = false
    private var receive: (@Sendable (WebEvent, Int) -> Void)?
    /// `true` when this container shows pages of this package's own text: a presenter's, never a journey's.
    var showsOwnPages = false
    /// The return address of another party's pages, which is reported and not loaded; `nil` for pages of a journey.
    private(set) var returnAddress: (address: BrowserReturnAddress, receive: @Sendable (String) -> Void)?
    var receiveScreen: (@GTKActor (ScreenMessage) -> Void)?
    /// The document whose relay reported last, so that an origin is parsed once.
    private var current: (origin: String, document: WebDocument)?

    /// Creates a window that may show pages of `policy`'s origins.
    ///
    /// `leafCertificates` has, by host, the DER of the only accepted certificate, whether the system's authorities issued it or
    /// not: the caller has checked its chain, name and pin. Unless it is empty, a page with any other certificate is lost with
    /// `PINNING_FAIL` at commit, before the bridge receives anything. The engine does not report the certificates of
    /// subresources: there, TLS errors fail, but any certificate of the system's authorities is accepted.
    /// With `isHidden`, the window never appears. It has `title` until a page has one. Servers and pages are
    /// told that the person prefers `language`; `nil` for the system's.
    ///
    /// - Throws: `DISPLAY_UNAVAILABLE`, `TLS_FAIL` for an invalid certificate, or `PAGE_LOAD_FAILED` when the engine rejects the
    ///   rules for subresources.
    package static func make(
        policy: SourcePolicy, leafCertificates: [String: [UInt8]] = [:], title: String = "",
        language: Language? = nil, isHidden: Bool = false
    ) async throws(JourneyError) -> WebKitContainer {
        try GTKActor.openDisplay()
        let filter = try await ContentFilter.compile(for: policy)
        let container = WebKitContainer(policy: policy, title: title)
        if let language { cwebkit_set_language(container.context, language.tag) }
        webkit_user_content_manager_add_filter(container.content, filter)
        webkit_user_content_filter_unref(filter)
        for (host, der) in leafCertificates {
            guard let certificate = EngineCertificate.make(der: der) else {
                container.close()
                throw JourneyError(.tlsFail, "The certificate for \(host) is not valid DER.")
            }
            webkit_network_session_allow_tls_certificate_for_host(container.session, certificate, host)
            g_object_unref(certificate)
        }
        container.leafCertificates = leafCertificates
        container.isHidden = isHidden
        return container
    }

    private init(policy: SourcePolicy, title: String) {
        loads = PageLoads(policy: policy)
        context = webkit_web_context_new()
        session = webkit_network_session_new_ephemeral()
        content = webkit_user_content_manager_new()
        webkit_network_session_set_tls_errors_policy(session, WEBKIT_TLS_ERRORS_POLICY_FAIL)
        webkit_network_session_set_persistent_credential_storage_enabled(session, 0)
        let relay = webkit_user_script_new_for_world(
            JourneyWebResources.relayScript, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
            WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, WebKitContainer.relayWorld, nil, nil)
        webkit_user_content_manager_add_script(content, relay)
        webkit_user_script_unref(relay)
        webkit_user_content_manager_register_script_message_handler_with_reply(
            content, WebKitContainer.relayHandler, WebKitContainer.relayWorld)
        let settings = cwebkit_settings_new()
        view = cwebkit_view_new(context, session, content, settings)
        g_object_unref(UnsafeMutableRawPointer(settings))
        window = cwebkit_window_new(title, Int32(WebKitContainer.size.width), Int32(WebKitContainer.size.height), view)
        g_object_ref(view)
    }

    isolated deinit { tearDown() }

    public func start(_ receive: @escaping @Sendable (_ event: WebEvent, _ load: Int) -> Void) {
        guard !isClosed else { return }
        self.receive = receive
        connectSignals(view: view, content: content, session: session, window: window)
        if !isHidden { gtk_window_present(window) }
    }

    public func load(_ url: HTTPSURL, number: Int) {
        let address = EngineAddress.spelled(url.description)
        guard !isClosed else { return }
        switch loads.request(number, url, spelled: address) {
        case .overtaken: return
        case .refused(let refusal): return report(refusal)
        case .load: webkit_web_view_load_uri(view, address)
        }
        if loads.tracker.shown != 0 { watch(number) }
    }

    public func close() { tearDown() }

    /// Passes return addresses to `receive` from now on, and loads none of them.
    func end(at address: BrowserReturnAddress, _ receive: @escaping @Sendable (String) -> Void) {
        returnAddress = (address, receive)
    }

    /// Disconnects, destroys the window, then releases manager, session and context in this order: any other order leaves web
    /// processes behind.
    private func tearDown() {
        guard !isClosed else { return }
        isClosed = true
        receive = nil
        receiveScreen = nil
        let data = Unmanaged.passUnretained(self).toOpaque()
        for object in [UnsafeMutableRawPointer(view), .init(content), .init(session), .init(window)] {
            cwebkit_disconnect(object, data)
        }
        webkit_user_content_manager_unregister_script_message_handler(
            content, WebKitContainer.relayHandler, WebKitContainer.relayWorld)
        webkit_web_view_stop_loading(view)
        gtk_window_destroy(window)
        g_object_unref(view)
        g_object_unref(UnsafeMutableRawPointer(content))
        g_object_unref(UnsafeMutableRawPointer(session))
        g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// Reports `event` of the current page, unless the container is closed.
    func report(_ event: WebEvent) { receive?(event, loads.tracker.shown) }

    /// Passes on a report, if there is one and the container is not closed.
    func report(_ report: PageLoads.Report?) {
        if let report { receive?(report.event, report.load) }
    }

    /// Passes on a relay message. The reply is sent exactly once.
    func receiveRelay(_ message: RelayMessage, reply: RelayReply) {
        if current?.document.token != message.token || current?.origin != message.origin {
            let document = WebDocument(token: message.token, origin: Origin(engine: message.origin))
            current = (message.origin, document)
        }
        guard let document = current?.document else { return reply.answer("") }
        switch message.kind {
        case .started:
            reply.answer("")
            if message.isMainFrame { report(.documentStarted(document)) }
        case .posted(let text):
            guard let receive else { return reply.answer("") }
            receive(
                .message(
                    WebMessage(
                        document: document, isMainFrame: message.isMainFrame, text: text,
                        reply: { answer in reply.answer(answer) })), loads.tracker.shown)
        }
    }
}
