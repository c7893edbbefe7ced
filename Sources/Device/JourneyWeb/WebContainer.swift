public import JourneyBase

/// A web engine that shows one page at a time, behind a seam: WebKitGTK on Linux, WKWebView on Apple, a scripted page in
/// tests.
///
/// It acts and reports; what is allowed is decided by `BridgeChannel` and by the policy it was made with. It keeps
/// navigation of any frame inside that policy, refuses popups, downloads and permissions, and keeps nothing on disk.
public protocol WebContainer: AnyObject, Sendable {
    /// Says where the engine's reports go. Called once, before the first load.
    ///
    /// `receive` is called in order, one report at a time, on the engine's own thread, and must not block: a hop to
    /// another thread for each message would cost more than the message. With each report comes the number of the load
    /// that it belongs to: until a load's own document is committed, whatever happens in the view belongs to the load
    /// before.
    func start(_ receive: @escaping @Sendable (_ event: WebEvent, _ load: Int) -> Void) async
    /// Starts load `number`, counted from 1, of `url` in the main frame; what comes of it is reported. While it is under
    /// way, the page that is shown goes nowhere. A load that a higher number has overtaken is dropped.
    func load(_ url: HTTPSURL, number: Int) async
    /// Closes the view and its processes. Nothing is reported afterwards.
    func close() async
}

/// What a web engine reports.
public enum WebEvent: Sendable {
    /// A new document took the main frame; the relay of that document announced itself with a token that it drew.
    case documentStarted(WebDocument)
    /// The relay passed on what the page's script posted.
    case message(WebMessage)
    /// The document and its resources are there.
    case loaded
    /// The page could not be had: no connection, a certificate that was refused or is not the one that was checked
    /// (`PINNING_FAIL`), a status outside 200 to 299.
    case loadFailed(JourneyError)
    /// The engine was asked to go to another origin, and did not.
    case navigationRefused(Origin?)
    /// The web process died.
    case processLost
    /// The person closed the window.
    case closedByPerson
}

/// One document in the main frame.
public struct WebDocument: Hashable, Sendable {
    /// Drawn by the relay at document start, in its own script world; 32 hexadecimal digits.
    public let token: String
    /// As the engine reports it; `nil` for what is no `https` origin.
    public let origin: Origin?

    public init(token: String, origin: Origin?) {
        self.token = token
        self.origin = origin
    }
}

/// What a page's script posted, with what the engine and the relay say of where it came from.
public struct WebMessage: Sendable {
    public let document: WebDocument
    /// Whether the relay runs in the main frame.
    public let isMainFrame: Bool
    /// Exactly what was posted; bounded by the container to `WebMessage.maximumBytes`, else `nil`.
    public let text: String?
    /// Answers the promise of this one post. Calling it twice does nothing the second time.
    public let reply: @Sendable (String) -> Void

    /// The longest message a container passes on.
    public static let maximumBytes = 256 * 1024

    public init(
        document: WebDocument, isMainFrame: Bool, text: String?, reply: @escaping @Sendable (String) -> Void
    ) {
        self.document = document
        self.isMainFrame = isMainFrame
        self.text = text
        self.reply = reply
    }
}
