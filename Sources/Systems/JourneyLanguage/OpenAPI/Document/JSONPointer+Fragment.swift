extension JSONPointer {
    /// The names of a pointer in the fragment of an address, such as `#/paths/~1a%7Bid%7D/get` (RFC 6901, section 6); `nil`
    /// when it is none.
    static func names(fragment: String) -> [String]? {
        guard fragment.utf8.first == UInt8(ascii: "#") else { return nil }
        return PercentEncoding.decoded(String(fragment.dropFirst())).flatMap { names(of: $0) }
    }
}
