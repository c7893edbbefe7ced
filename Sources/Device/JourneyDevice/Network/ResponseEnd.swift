import JourneyBase

/// Checks that a whole response arrived, by its own declaration.
enum ResponseEnd {
    /// Returns `true` when the header declares one valid body length. Implementations disagree about contradictory ones, which
    /// would allow response splitting (RFC 9112, section 6.3).
    static func isConsistent(_ headers: HTTPFields) -> Bool {
        let lengths = headers.fields.filter { $0.name.lowercased() == "content-length" }.map(\.value)
        guard let length = lengths.first else { return true }
        return lengths.allSatisfy { $0 == length } && (1...18).contains(length.utf8.count)
            && length.utf8.allSatisfy { (0x30...0x39).contains($0) } && headers["Transfer-Encoding"] == nil
    }

    /// Returns `true` when the response declares its end.
    ///
    /// An HTTP/1 body that only ends with the connection counts as truncated, because the TLS close_notify is not verified (RFC
    /// 9112, section 9.8). `isFramed` is `true` when the protocol marks the end, as HTTP/2 does.
    static func isKnown(status: Int, headers: HTTPFields, isHead: Bool, isFramed: Bool) -> Bool {
        if isFramed || isHead || status == 204 || status == 304 { return true }
        let coding = headers["Transfer-Encoding"]?.lowercased().split(separator: ",").last
        return headers["Content-Length"] != nil || coding?.drop { $0 == " " } == "chunked"
    }
}
