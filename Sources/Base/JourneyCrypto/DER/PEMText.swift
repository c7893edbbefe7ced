import Foundation

/// The text form of DER (RFC 7468).
enum PEMText {
    /// The longest text accepted, in bytes.
    private static let longest = 4 << 20

    static func blocks(_ label: String, in text: String, limit: Int) throws(DERError) -> [[UInt8]] {
        guard text.utf8.count <= longest else { throw DERError(.tooLarge, at: longest, "longer than allowed") }
        let (start, end) = ("-----BEGIN \(label)-----", "-----END \(label)-----")
        var blocks: [[UInt8]] = []
        var lines: [Substring]?
        for line in text.split(whereSeparator: \.isNewline) {
            if line == start {
                guard lines == nil else {
                    throw DERError(.notAllowed, at: 0, "a PEM block begins inside another block")
                }
                guard blocks.count < limit else { throw DERError(.tooMany, at: 0, "more blocks than allowed") }
                lines = []
            } else if line == end, let body = lines {
                guard let data = Data(base64Encoded: body.joined()) else {
                    throw DERError(.badString, at: 0, "the PEM block is not valid base64")
                }
                blocks.append(Array(data))
                lines = nil
            } else {
                lines?.append(line)
            }
        }
        guard lines == nil else { throw DERError(.unexpectedEnd, at: 0, "the PEM block has no END line") }
        return blocks
    }

    static func text(_ label: String, _ bytes: [UInt8]) -> String {
        let base64 = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(base64)\n-----END \(label)-----\n"
    }
}
