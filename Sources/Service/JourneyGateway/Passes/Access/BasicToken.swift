import Foundation
import JourneyBase

/// Reads the token of HTTP Basic (RFC 7617): the user name, with an empty password.
enum BasicToken {
    /// Returns the token, or `nil` unless there is exactly one `Authorization` field of that form.
    static func of(_ request: HTTPRequest) -> String? {
        let fields = request.headers.values(of: "Authorization")
        guard fields.count == 1, let field = fields.first, field.utf8.count <= 1_024 else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1])),
            data.last == UInt8(ascii: ":")
        else { return nil }
        let name = data.dropLast()
        guard !name.isEmpty, name.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }) else {
            return nil
        }
        return String(decoding: name, as: UTF8.self)
    }
}
