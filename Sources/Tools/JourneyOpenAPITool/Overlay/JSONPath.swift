import JourneyBase
import JourneyLanguage

/// A JSONPath query (RFC 9535), with which overlays select.
struct JSONPath {
    /// A name or an index on the way to a value.
    enum Step: Hashable {
        case name(String)
        case index(Int)
    }

    indirect enum Selector {
        case name(String)
        case wildcard
        case index(Int)
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Condition)
    }

    struct Segment {
        let selectors: [Selector]
        let isDescendant: Bool
    }

    indirect enum Condition {
        case or([Condition])
        case and([Condition])
        case not(Condition)
        case exists(Query)
        case compare(Operand, String, Operand)
        /// `match` and `search` (RFC 9535, sections 2.4.6 and 2.4.7).
        case pattern(Operand, Operand, isWhole: Bool)
    }

    indirect enum Operand {
        case literal(JSONValue)
        case query(Query)
        case length(Operand)
        case count(Query)
        case value(Query)
    }

    struct Query {
        let isAbsolute: Bool
        let segments: [Segment]
    }

    private let query: Query

    /// The maximum number of nodes that a query may visit.
    private static let workLimit = 2_000_000

    /// Parses a query. Throws the rest of a sentence.
    init(_ text: String) throws(ReferenceFault) {
        var parser = JSONPathParser(text)
        query = try parser.path()
    }

    /// Returns the paths of the selected values, in the order of the document, members by name.
    func paths(in document: JSONValue) throws(ReferenceFault) -> [[Step]] {
        var run = Run(root: document)
        return try run.nodes(of: query, at: document).map(\.path)
    }

    private struct Node {
        let value: JSONValue
        let path: [Step]
    }

    private struct Run {
        let root: JSONValue
        var work = 0

        mutating func nodes(of query: Query, at current: JSONValue) throws(ReferenceFault) -> [Node] {
            var nodes = [Node(value: query.isAbsolute ? root : current, path: [])]
            for segment in query.segments {
                var next: [Node] = []
                for node in nodes { try apply(segment, to: node, &next) }
                nodes = next
            }
            return nodes
        }

        private mutating func apply(_ segment: Segment, to node: Node, _ out: inout [Node]) throws(ReferenceFault) {
            work += 1
            guard work <= JSONPath.workLimit else { throw ReferenceFault("visits too many values") }
            for selector in segment.selectors { try select(selector, node, &out) }
            guard segment.isDescendant else { return }
            for child in children(of: node) { try apply(segment, to: child, &out) }
        }

        private func children(of node: Node) -> [Node] {
            switch node.value {
            case .array(let elements):
                elements.enumerated().map { Node(value: $1, path: node.path + [.index($0)]) }
            case .object(let members):
                members.sorted { $0.key < $1.key }.map { Node(value: $1, path: node.path + [.name($0)]) }
            default: []
            }
        }

        private mutating func select(_ selector: Selector, _ node: Node, _ out: inout [Node]) throws(ReferenceFault) {
            switch (selector, node.value) {
            case (.name(let name), .object(let members)):
                if let value = members[name] { out.append(Node(value: value, path: node.path + [.name(name)])) }
            case (.wildcard, _): out += children(of: node)
            case (.index(let index), .array(let elements)):
                let place = index < 0 ? elements.count + index : index
                if elements.indices.contains(place) {
                    out.append(Node(value: elements[place], path: node.path + [.index(place)]))
                }
            case (.slice(let start, let end, let step), .array(let elements)):
                for place in JSONPath.places(start, end, step, elements.count) {
                    out.append(Node(value: elements[place], path: node.path + [.index(place)]))
                }
            case (.filter(let condition), _):
                for child in children(of: node) where try holds(condition, child.value) { out.append(child) }
            default: break
            }
        }

        private mutating func holds(_ condition: Condition, _ current: JSONValue) throws(ReferenceFault) -> Bool {
            switch condition {
            case .or(let parts):
                for part in parts where try holds(part, current) { return true }
                return false
            case .and(let parts):
                for part in parts where try !holds(part, current) { return false }
                return true
            case .not(let part): return try !holds(part, current)
            case .exists(let query): return try !nodes(of: query, at: current).isEmpty
            case .compare(let a, let sign, let b):
                return JSONPath.compare(try value(of: a, current), sign, try value(of: b, current))
            case .pattern(let text, let pattern, let isWhole):
                guard let text = try value(of: text, current)?.string,
                    let pattern = try value(of: pattern, current)?.string
                else { return false }
                let whole = isWhole ? "^(?:\(pattern))$" : pattern
                let schema = try? JSONSchema.compile(["pattern": .string(whole)], dialect: .draft202012)
                return schema?.admits(.string(text)) ?? false
            }
        }

        private mutating func value(of operand: Operand, _ current: JSONValue) throws(ReferenceFault) -> JSONValue? {
            switch operand {
            case .literal(let value): return value
            case .query(let query), .value(let query):
                let nodes = try nodes(of: query, at: current)
                return nodes.count == 1 ? nodes.first?.value : .none
            case .count(let query): return .number(JSONNumber(try nodes(of: query, at: current).count))
            case .length(let operand):
                switch try value(of: operand, current) {
                case .some(.string(let text)): return .number(JSONNumber(text.unicodeScalars.count))
                case .some(.array(let elements)): return .number(JSONNumber(elements.count))
                case .some(.object(let members)): return .number(JSONNumber(members.count))
                default: return nil
                }
            }
        }
    }

    /// Returns the indices of a slice (RFC 9535, section 2.3.4.2.2).
    private static func places(_ start: Int?, _ end: Int?, _ step: Int, _ count: Int) -> [Int] {
        guard step != 0 else { return [] }
        func normal(_ index: Int) -> Int { index < 0 ? count + index : index }
        if step > 0 {
            let low = min(max(normal(start ?? 0), 0), count)
            let high = min(max(normal(end ?? count), 0), count)
            return Array(stride(from: low, to: high, by: step))
        }
        let high = min(max(normal(start ?? count - 1), -1), count - 1)
        let low = min(max(end.map(normal) ?? -1, -1), count - 1)
        return Array(stride(from: high, to: low, by: step))
    }

    private static func compare(_ a: JSONValue?, _ sign: String, _ b: JSONValue?) -> Bool {
        switch sign {
        case "==": return same(a, b)
        case "!=": return !same(a, b)
        case "<": return isLess(a, b)
        case ">": return isLess(b, a)
        case "<=": return isLess(a, b) || same(a, b)
        default: return isLess(b, a) || same(a, b)
        }
    }

    private static func same(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
        a == b || a != nil && b != nil && a?.canonicalBytes == b?.canonicalBytes
    }

    private static func isLess(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
        switch (a, b) {
        case (.some(.number(let a)), .some(.number(let b))):
            if let a = a.double, let b = b.double { a < b } else { false }
        case (.some(.string(let a)), .some(.string(let b))):
            a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
        default: false
        }
    }
}
