/// Where in a document's bytes each value stands, by path, and which members stand twice.
///
/// For documents that the strict reader has passed but for duplicates; on anything else it gives up quietly, and a place
/// that is not known is the document's start.
struct JSONPlaces {
    private let bytes: [UInt8]
    private var at = 0
    private var offsets: [String: Int] = [:]
    private(set) var duplicates: [(path: String, offset: Int)] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        value(at: "", depth: 0)
    }

    /// Line and column, each from 1, of the value at `path`, or of the nearest one around it.
    func place(of path: String) -> (line: Int, column: Int) {
        var path = path[...]
        while !path.isEmpty {
            if let offset = offsets[String(path)] { return place(at: offset) }
            let end = path.lastIndex { $0 == "." || $0 == "[" } ?? path.startIndex
            path = path[..<end]
        }
        return (1, 1)
    }

    func place(at offset: Int) -> (line: Int, column: Int) {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == 0x0A } + 1
        return (line, before.reversed().prefix { $0 != 0x0A }.count + 1)
    }

    private mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at += 1 }
    }

    private mutating func value(at path: String, depth: Int) {
        skipSpace()
        guard at < bytes.count, depth < 64 else { return }
        offsets[path] = offsets[path] ?? at
        switch bytes[at] {
        case UInt8(ascii: "{"): object(at: path, depth: depth)
        case UInt8(ascii: "["): array(at: path, depth: depth)
        case UInt8(ascii: "\""): _ = string()
        default: while at < bytes.count, !",]} \n\r\t".utf8.contains(bytes[at]) { at += 1 }
        }
    }

    private mutating func object(at path: String, depth: Int) {
        at += 1
        var seen: Set<String> = []
        skipSpace()
        while at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
            let start = at
            let name = string()
            let place = path.isEmpty ? name : "\(path).\(name)"
            offsets[place] = offsets[place] ?? start
            if !seen.insert(name).inserted { duplicates.append((place, start)) }
            skipSpace()
            at += 1
            value(at: place, depth: depth + 1)
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
            at += 1
            skipSpace()
        }
        at += 1
    }

    private mutating func array(at path: String, depth: Int) {
        at += 1
        var index = 0
        skipSpace()
        while at < bytes.count, bytes[at] != UInt8(ascii: "]") {
            value(at: "\(path)[\(index)]", depth: depth + 1)
            index += 1
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
            at += 1
            skipSpace()
        }
        at += 1
    }

    /// The string whose quote is next, escapes left as they are: names with escapes are not worth more here.
    private mutating func string() -> String {
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        let end = min(at, bytes.count)
        at += 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
