import JourneyBase
import JourneyCBOR
import JourneyCLI

/// An outline of CBOR with annotations, in which byte strings of COSE messages are expanded.
struct Tree {
    struct Line {
        let depth: Int
        let outline: CBOROutline.Line
        let note: String?
    }

    private(set) var lines: [Line] = []
    private(set) var isCut = false

    init(_ item: CBORItem) { add(item, depth: 0, levels: 4) }

    private mutating func add(_ item: CBORItem, depth: Int, levels: Int) {
        let outline = CBOROutline(of: item)
        isCut = isCut || outline.isCut
        // The offsets of byte strings in COSE messages: the protected header and the payload.
        var opened: Set<Int> = []
        for line in outline.lines {
            lines.append(
                Line(
                    depth: depth + line.depth, outline: line, note: Annotation.of(line.item, key: line.key)))
            if let parts = line.item.array, parts.count == 4, parts[0].bytes != nil, parts[1].members != nil,
                parts[2].bytes != nil || parts[2].isNull, parts[3].bytes != nil
            {
                opened.formUnion([parts[0].offset, parts[2].offset])
            }
            guard levels > 0, opened.contains(line.offset), let bytes = line.item.bytes,
                let inner = try? CBORReader.item(
                    in: bytes, limits: CBORLimits(bytes: bytes.count, depth: 32, items: bytes.count + 1),
                    profile: .lenient)
            else { continue }
            add(inner, depth: depth + line.depth + 1, levels: levels - 1)
        }
    }

    /// Returns one line per item: offset, length and value.
    func text(_ style: Style) -> String {
        let width = String(lines.map(\.outline.offset).max() ?? 0).count
        return lines.map { line in
            let place = style.dim(pad("\(line.outline.offset)", width) + " " + pad("\(line.outline.count)", width))
            let key = line.outline.key.map { style.cyan($0) + ": " } ?? ""
            let note = line.note.map { style.green("  ← \($0)") } ?? ""
            return place + "  " + String(repeating: "  ", count: line.depth) + key + line.outline.text + note
        }.joined(separator: "\n")
    }

    var json: JSONValue {
        .array(
            lines.map { line in
                var members: [String: JSONValue] = [
                    "offset": .number(JSONNumber(Int64(line.outline.offset))),
                    "count": .number(JSONNumber(Int64(line.outline.count))),
                    "depth": .number(JSONNumber(Int64(line.depth))), "text": .string(line.outline.text),
                ]
                if let key = line.outline.key { members["key"] = .string(key) }
                if let note = line.note { members["note"] = .string(note) }
                return .object(members)
            })
    }

    private func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
