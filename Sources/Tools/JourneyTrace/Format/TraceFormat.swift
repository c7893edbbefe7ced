import WalletPass

/// The names and limits of a trace's file, as `docs/reference/trace.md` describes them.
package enum TraceFormat {
    /// The version that this package writes, and the newest one that it reads.
    package static let version: Int64 = 1
    static let name = "journey-trace"
    static let header = "trace.json"
    static let lines = "lines.jsonl"
    static let resources = "resources/"

    /// The largest file, in bytes.
    package static let largestFile = 64 << 20
    /// The largest unpacked size of all parts together, in bytes.
    static let largestWhole = 128 << 20
    static let largestHeader = 4 << 20
    static let largestLines = 32 << 20
    static let largestLine = 256 << 10
    static let largestResource = 8 << 20
    /// The most lines.
    package static let mostLines = 50_000
    /// The most resources.
    package static let mostResources = 500
    static let deepest = 40

    static let archive = ZipArchive.Limits(
        packed: largestFile, unpacked: largestWhole, files: mostResources + 2)

    /// Returns `true` for the name of a resource: `resources/`, then letters, digits, dots and hyphens.
    static func isResource(_ name: String) -> Bool {
        guard name.hasPrefix(resources) else { return false }
        let rest = name.utf8.dropFirst(resources.utf8.count)
        return (1...100).contains(rest.count) && rest.first != UInt8(ascii: ".")
            && rest.allSatisfy { isPlain($0) || $0 == UInt8(ascii: ".") }
    }

    /// Returns `text` as a part of a resource's name.
    static func plain(_ text: String) -> String {
        String(decoding: text.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "-") }.prefix(40), as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
