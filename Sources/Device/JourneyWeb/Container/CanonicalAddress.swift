internal import JourneyBase

/// An address as a web engine serialises it (WHATWG URL, section 4.5): lower-case scheme, and a slash after the authority. For
/// text from an engine, never from a page or a server.
struct CanonicalAddress {
    let text: String

    init(text: String) { self.text = text }

    /// Creates the engine's form of `url`. `HTTPSURL` has the same form except for apostrophes in the query (section 1.3,
    /// special-query percent-encode set).
    init(_ url: HTTPSURL) {
        text = "\(url.origin)\(url.path)\(url.query.map { "?" + $0.replacing("'", with: "%27") } ?? "")"
    }

    var isHTTPS: Bool { text.utf8.starts(with: "https://".utf8) }

    /// The origin; `nil` for anything but a plain `https` one.
    var origin: Origin? {
        let authority = text.utf8.dropFirst("https://".utf8.count)
        guard isHTTPS, let end = authority.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        // In this form the path is never left out, so a query can't follow the authority.
        guard let url = HTTPSURL(String(text[...end])), url.query == nil else { return nil }
        return url.origin
    }
}
