import JourneyBase

/// Whether all of a response arrived, going by what it says of itself.
enum ResponseEnd {
    /// A body of HTTP/1 that only ends with the connection could have been cut by anybody, since nobody asks for TLS's
    /// goodbye; so it counts as cut (RFC 9112, section 9.8). `isFramed` tells that the protocol marks the end, as HTTP/2
    /// does.
    static func isKnown(status: Int, headers: HTTPFields, isHead: Bool, isFramed: Bool) -> Bool {
        if isFramed || isHead || status == 204 || status == 304 { return true }
        let coding = headers["Transfer-Encoding"]?.lowercased().split(separator: ",").last
        return headers["Content-Length"] != nil || coding?.drop { $0 == " " } == "chunked"
    }
}
