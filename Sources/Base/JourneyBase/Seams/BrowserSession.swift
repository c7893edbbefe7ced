/// A browser that shows another party's pages to the person and returns the address at which they end: an authorization server's
/// at a sign-in, or a bank's where the person authorizes a payment.
///
/// Conformers: an ephemeral WebKit view on Linux, ASWebAuthenticationSession on Apple platforms, a script in tests. Nothing of
/// the session is stored, and none of its pages can communicate with the app.
public protocol BrowserSession: Sendable {
    /// Shows the pages from `request.url` until they navigate to the return address, which is never loaded.
    ///
    /// A browser of the app's own navigates only to the request's hosts. Cancelling the task closes the browser.
    ///
    /// - Parameter request: The address to open, and where the visit ends.
    /// - Returns: The address at which the pages ended, as written.
    /// - Throws: `USER_CANCELLED` if the person closes the browser, `ORIGIN_BLOCKED` if a page navigates elsewhere, `AUTH_FAILED` or
    ///   `DISPLAY_UNAVAILABLE` if the browser can't be shown, a code for page failures, or `CancellationError`.
    func open(_ request: BrowserSessionRequest) async throws -> String
}

/// A visit to another party's pages.
public struct BrowserSessionRequest: Hashable, Sendable {
    /// The address to open.
    public let url: HTTPSURL
    /// The origins that pages may be of, where the app decides on navigation. The system's browser does not ask.
    public let hosts: SourcePolicy
    /// The address at which the visit ends.
    public let returnAddress: BrowserReturnAddress
    /// `true` if an app that claims `url` is opened first. Its return comes by `HSBCPartnerSdk.continueAuthorization`.
    public let prefersApp: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: The address to open.
    ///   - hosts: The origins that pages may be of.
    ///   - returnAddress: The address at which the visit ends.
    ///   - prefersApp: `true` to open an app that claims `url` first.
    public init(url: HTTPSURL, hosts: SourcePolicy, returnAddress: BrowserReturnAddress, prefersApp: Bool = false) {
        self.url = url
        self.hosts = hosts
        self.returnAddress = returnAddress
        self.prefersApp = prefersApp
    }

    /// Creates the request of a sign-in: pages of the authorization server only, up to any address of the app's scheme.
    ///
    /// - Parameters:
    ///   - url: The URL of the authorization request (RFC 6749, section 4.1.1).
    ///   - redirectScheme: The scheme of the redirect URI (RFC 8252, section 7.1).
    public init(signInAt url: HTTPSURL, redirectScheme: String) {
        self.init(url: url, hosts: SourcePolicy([url.origin]), returnAddress: .scheme(redirectScheme))
    }
}

/// The address at which a visit to another party's pages ends.
public enum BrowserReturnAddress: Hashable, Sendable {
    /// Any address of a scheme that the app has registered.
    case scheme(String)
    /// An https address that the app has claimed, with any query and fragment.
    case https(HTTPSURL)

    /// Compares an address to which a page navigates with the return address.
    ///
    /// Schemes are compared without case (RFC 3986, section 3.1). Https addresses are compared byte for byte up to `?` or `#`,
    /// because browsers report them in normalized form.
    ///
    /// - Parameter address: The address, as the browser reports it.
    /// - Returns: `true` if the visit ends there.
    public func matches(_ address: String) -> Bool {
        switch self {
        case .scheme(let scheme):
            guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
            return address[..<colon].lowercased() == scheme.lowercased()
        case .https(let url): return BrowserReturnAddress.isAddress(address, from: url.description)
        }
    }

    /// Returns `true` if `address` is `start`, with any query and fragment.
    package static func isAddress(_ address: String, from start: String) -> Bool {
        guard address.utf8.starts(with: start.utf8) else { return false }
        let next = address.utf8.dropFirst(start.utf8.count).first
        return next == nil || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
    }
}
