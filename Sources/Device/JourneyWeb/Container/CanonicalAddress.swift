internal import JourneyBase

/// An address as a web engine spells it: the serialisation of WHATWG URL, section 4.5, in which the scheme is in lower case
/// and a slash ends the authority. For text that an engine gave, never for what a page or a server wrote.
struct CanonicalAddress {
    let text: String

    init(text: String) { self.text = text }

    /// The address of `url`. What `HTTPSURL` lets through is spelled the same, but for an apostrophe in the query (section
    /// 1.3, the special-query percent-encode set).
    init(_ url: HTTPSURL) {
        text = "\(url.origin)\(url.path)\(url.query.map { "?" + $0.replacing("'", with: "%27") } ?? "")"
    }

    var isHTTPS: Bool { text.utf8.starts(with: "https://".utf8) }

    /// The origin, or `nil` when it is no plain `https` one.
    var origin: Origin? {
        let authority = text.utf8.dropFirst("https://".utf8.count)
        guard isHTTPS, let end = authority.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        // A query may begin where the path is left out; in this spelling it never is.
        guard let url = HTTPSURL(String(text[...end])), url.query == nil else { return nil }
        return url.origin
    }
}
