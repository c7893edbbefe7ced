public import JourneyBase

/// A web engine that shows one page at a time: WebKitGTK on Linux, WKWebView on Apple, a scripted page in tests.
///
/// It acts and reports; `BridgeChannel` and its own source policy decide what is allowed. It keeps the navigation of every frame
/// within the policy, refuses popups, downloads and permissions, and stores nothing on disk.
public protocol WebContainer: AnyObject, Sendable {
    /// Sets the receiver of the engine's reports. Called once, before the first load.
    ///
    /// `receive` is called in order, one report at a time, on the engine's own thread, and must not block: a thread hop for each
    /// message would cost more than the message. Each report has the number of its load. Until the document of a load is
    /// committed, everything in the view belongs to the load before.
    ///
    /// - Parameters:
    ///   - receive: Receives the reports.
    ///   - event: The report.
    ///   - load: The number of its load.
    func start(_ receive: @escaping @Sendable (_ event: WebEvent, _ load: Int) -> Void) async
    /// Loads `url` in the main frame and reports the outcome.
    ///
    /// During the load, the current page can't navigate. A load with a lower number than a later one is dropped.
    ///
    /// - Parameters:
    ///   - url: The page's address.
    ///   - number: The load's number, from 1.
    func load(_ url: HTTPSURL, number: Int) async
    /// Closes the view and its processes. Nothing is reported afterwards.
    func close() async
}

/// A report of a web engine.
public enum WebEvent: Sendable {
    /// A new document was committed in the main frame; its relay announced itself with a token.
    case documentStarted(WebDocument)
    /// The relay passed on a message of the page's script.
    case message(WebMessage)
    /// The document and its resources are loaded.
    case loaded
    /// The page could not be loaded: no connection, a refused certificate, a certificate other than the checked one
    /// (`PINNING_FAIL`), or a status outside 200 to 299.
    case loadFailed(JourneyError)
    /// A navigation to another origin was refused.
    case navigationRefused(Origin?)
    /// The web process died.
    case processLost
    /// The person closed the window.
    case closedByPerson
}

/// A document in the main frame.
public struct WebDocument: Hashable, Sendable {
    /// The random token that the relay generates at document start, in its own script world; 32 hexadecimal digits.
    public let token: String
    /// The origin as the engine reports it; `nil` for anything but an `https` origin.
    public let origin: Origin?

    /// Creates a document.
    ///
    /// - Parameters:
    ///   - token: The relay's token; 32 hexadecimal digits.
    ///   - origin: The origin as the engine reports it.
    public init(token: String, origin: Origin?) {
        self.token = token
        self.origin = origin
    }
}

/// A message of a page's script, with its origin as engine and relay report it.
public struct WebMessage: Sendable {
    /// The document of the message.
    public let document: WebDocument
    /// `true` when the relay runs in the main frame.
    public let isMainFrame: Bool
    /// The message, unchanged; `nil` when it is longer than `WebMessage.maximumBytes`.
    public let text: String?
    /// Resolves the promise of this message. A second call does nothing.
    public let reply: @Sendable (String) -> Void

    /// The longest message that a container passes on, in bytes.
    public static let maximumBytes = 256 * 1024

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - document: The document of the message.
    ///   - isMainFrame: `true` when the relay runs in the main frame.
    ///   - text: The message; `nil` when it is too long.
    ///   - reply: Resolves the promise of this message.
    public init(
        document: WebDocument, isMainFrame: Bool, text: String?, reply: @escaping @Sendable (String) -> Void
    ) {
        self.document = document
        self.isMainFrame = isMainFrame
        self.text = text
        self.reply = reply
    }
}
