import JourneyBase

enum PathSegment {
    /// Encodes text as one path segment (RFC 3986, section 3.3): all but unreserved characters are percent-encoded.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isLetterOrDigit || "-._~".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += "%\(Hex.encode([byte]).uppercased())".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
