internal import JourneyBase

/// The positions of values in a document's bytes, by path, and its duplicate members.
///
/// For documents that the JSON reader accepts apart from duplicates. On invalid JSON, scanning stops without an error; an unknown
/// position is the start of the document.
package struct JSONLocations {
    let text: SourceText
    private let spelling: Reading.Places
    private var at = 0
    private var offsets: [String: Int] = [:]
    private(set) var duplicates: [(path: String, offset: Int)] = []

    /// Scans `bytes`. Paths are spelled as `Reading` spells them.
    package init(_ bytes: [UInt8], spelling: Reading.Places = .dotted) {
        text = SourceText(bytes)
        self.spelling = spelling
        value(at: "", depth: 0)
    }

    /// Returns the position of the value at `path`, or of the nearest enclosing value.
    package func place(of path: String) -> SourceText.Place { place(at: offset(of: path)) }

    /// Returns the byte offset of the member at this sequence of nested names.
    package func offset(of names: [String]) -> Int { offset(of: names.reduce("") { spelling.member($1, of: $0) }) }

    private func offset(of path: String) -> Int {
        var path = path[...]
        while !path.isEmpty {
            if let offset = offsets[String(path)] { return offset }
            let end = path.lastIndex { spelling == .pointer ? $0 == "/" : $0 == "." || $0 == "[" } ?? path.startIndex
            path = path[..<end]
        }
        return offsets[""] ?? 0
    }

    func place(at offset: Int) -> SourceText.Place { text.place(at: offset) }

    private var bytes: [UInt8] { text.bytes }

    private mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at += 1 }
    }

    private mutating func value(at path: String, depth: Int) {
        skipSpace()
        guard at < bytes.count, depth <= 64 else { return }
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
            let place = spelling.member(name, of: path)
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
            value(at: spelling.element(index, of: path), depth: depth + 1)
            index += 1
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
            at += 1
            skipSpace()
        }
        at += 1
    }

    /// Reads the string at the current position.
    private mutating func string() -> String {
        let quote = at
        var isPlain = true
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            let isEscape = bytes[at] == UInt8(ascii: "\\")
            if isEscape { isPlain = false }
            at += isEscape ? 2 : 1
        }
        let end = min(at, bytes.count)
        at += 1
        let raw = String(decoding: bytes[(quote + 1)..<max(end, quote + 1)], as: UTF8.self)
        guard !isPlain, end < bytes.count else { return raw }
        return (try? JSONReader.read(Array(bytes[quote...end])))?.string ?? raw
    }
}
