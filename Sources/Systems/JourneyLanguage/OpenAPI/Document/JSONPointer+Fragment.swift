internal import JourneyBase

extension JSONPointer {
    /// Returns the names of a pointer in a URL fragment, such as `#/paths/~1a%7Bid%7D/get` (RFC 6901, section 6), or `nil` if it
    /// is invalid.
    static func names(fragment: String) -> [String]? {
        guard fragment.utf8.first == UInt8(ascii: "#") else { return nil }
        let pointer = fragment.dropFirst()
        guard pointer.utf8.contains(UInt8(ascii: "%")) else { return names(of: pointer) }
        return PercentEncoding.decoded(pointer.utf8).flatMap { names(of: $0) }
    }
}
