import JourneyBase

/// Whether all of a response arrived, going by what it says of itself.
enum ResponseEnd {
    /// Whether a header says one thing of the body's length, and one that can be. Readers disagree about those that do not,
    /// so somebody could hide one response in another (RFC 9112, section 6.3).
    static func isConsistent(_ headers: HTTPFields) -> Bool {
        let lengths = headers.fields.filter { $0.name.lowercased() == "content-length" }.map(\.value)
        guard let length = lengths.first else { return true }
        return lengths.allSatisfy { $0 == length } && (1...18).contains(length.utf8.count)
            && length.utf8.allSatisfy { (0x30...0x39).contains($0) } && headers["Transfer-Encoding"] == nil
    }

    /// A body of HTTP/1 that only ends with the connection could have been cut by anybody, since nobody asks for TLS's
    /// goodbye; so it counts as cut (RFC 9112, section 9.8). `isFramed` tells that the protocol marks the end, as HTTP/2
    /// does.
    static func isKnown(status: Int, headers: HTTPFields, isHead: Bool, isFramed: Bool) -> Bool {
        if isFramed || isHead || status == 204 || status == 304 { return true }
        let coding = headers["Transfer-Encoding"]?.lowercased().split(separator: ",").last
        return headers["Content-Length"] != nil || coding?.drop { $0 == " " } == "chunked"
    }
}
