import JourneyBase

/// Parses JSONPath queries (RFC 9535, section 2).
struct JSONPathParser {
    private let text: [Unicode.Scalar]
    private var at = 0
    private var depth = 0

    private static let depthLimit = 32
    private static let lengthLimit = 4_096

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    mutating func path() throws(ReferenceFault) -> JSONPath.Query {
        guard text.count <= JSONPathParser.lengthLimit else { throw ReferenceFault("is too long") }
        guard take("$") else { throw fault("must begin with $") }
        let query = JSONPath.Query(isAbsolute: true, segments: try segments())
        guard at == text.count else { throw fault("has something else than a segment") }
        return query
    }

    private var next: Unicode.Scalar? { at < text.count ? text[at] : nil }

    private mutating func take(_ wanted: String) -> Bool {
        guard text[at...].starts(with: wanted.unicodeScalars) else { return false }
        at += wanted.unicodeScalars.count
        return true
    }

    private mutating func skipSpace() {
        while let next, [" ", "\t", "\n", "\r"].contains(next) { at += 1 }
    }

    private func fault(_ reason: String) -> ReferenceFault { ReferenceFault("\(reason), at character \(at + 1)") }

    private mutating func segments() throws(ReferenceFault) -> [JSONPath.Segment] {
        var segments: [JSONPath.Segment] = []
        while true {
            let start = at
            skipSpace()
            if take("..") {
                let selectors = next == "[" ? try brackets() : [try shorthand()]
                segments.append(JSONPath.Segment(selectors: selectors, isDescendant: true))
            } else if take(".") {
                segments.append(JSONPath.Segment(selectors: [try shorthand()], isDescendant: false))
            } else if next == "[" {
                segments.append(JSONPath.Segment(selectors: try brackets(), isDescendant: false))
            } else {
                at = start
                return segments
            }
        }
    }

    private mutating func shorthand() throws(ReferenceFault) -> JSONPath.Selector {
        if take("*") { return .wildcard }
        var name = String.UnicodeScalarView()
        while let next, next == "_" || !next.isASCII || next.properties.isAlphabetic || isDigit(next) && !name.isEmpty {
            name.append(next)
            at += 1
        }
        guard !name.isEmpty else { throw fault("has no name after a dot") }
        return .name(String(name))
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private mutating func brackets() throws(ReferenceFault) -> [JSONPath.Selector] {
        at += 1
        var selectors: [JSONPath.Selector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault("has an unclosed bracket") }
        return selectors
    }

    private mutating func selector() throws(ReferenceFault) -> JSONPath.Selector {
        if take("*") { return .wildcard }
        if next == "'" || next == "\"" { return .name(try quoted()) }
        if take("?") {
            skipSpace()
            return .filter(try either())
        }
        let start = integer()
        skipSpace()
        guard take(":") else {
            guard let start else { throw fault("has an unknown selector") }
            return .index(start)
        }
        skipSpace()
        let end = integer()
        skipSpace()
        var step = 1
        if take(":") {
            skipSpace()
            step = integer() ?? 1
        }
        return .slice(start: start, end: end, step: step)
    }

    private mutating func integer() -> Int? {
        let start = at
        _ = take("-")
        while let next, isDigit(next) { at += 1 }
        var digits = String.UnicodeScalarView()
        digits.append(contentsOf: text[start..<at])
        // No leading zeros, and no zero with a sign.
        guard let value = Int(String(digits)), String(value) == String(digits), abs(value) < 1 << 53 else {
            at = start
            return nil
        }
        return value
    }

    private mutating func quoted() throws(ReferenceFault) -> String {
        let quote = text[at]
        at += 1
        var json = "\""
        while let scalar = next, scalar != quote {
            at += 1
            guard scalar == "\\" else {
                json += scalar == "\"" ? "\\\"" : String(scalar)
                continue
            }
            guard let escaped = next else { break }
            at += 1
            json += escaped == "'" ? "'" : "\\" + String(escaped)
        }
        guard next == quote, let value = try? JSONReader.read(Array((json + "\"").utf8)).string else {
            throw fault("has an invalid string")
        }
        at += 1
        return value
    }

    // MARK: - Filters

    private mutating func either() throws(ReferenceFault) -> JSONPath.Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= JSONPathParser.depthLimit else { throw fault("is nested too deeply") }
        var parts = [try both()]
        skipSpace()
        while take("||") {
            parts.append(try both())
            skipSpace()
        }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func both() throws(ReferenceFault) -> JSONPath.Condition {
        var parts = [try basic()]
        skipSpace()
        while take("&&") {
            parts.append(try basic())
            skipSpace()
        }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func basic() throws(ReferenceFault) -> JSONPath.Condition {
        skipSpace()
        if take("!") {
            skipSpace()
            return .not(try basic())
        }
        if take("(") {
            let inner = try either()
            skipSpace()
            guard take(")") else { throw fault("has an unclosed parenthesis") }
            return inner
        }
        for (name, isWhole) in [("match(", true), ("search(", false)] where take(name) {
            let text = try operand()
            skipSpace()
            guard take(",") else { throw fault("has a function without its second argument") }
            let pattern = try operand()
            skipSpace()
            guard take(")") else { throw fault("has an unclosed function") }
            return .pattern(text, pattern, isWhole: isWhole)
        }
        let first = try operand()
        skipSpace()
        for sign in ["==", "!=", "<=", ">=", "<", ">"] where take(sign) {
            return .compare(first, sign, try operand())
        }
        guard case .query(let query) = first else { throw fault("has a value without a comparison") }
        return .exists(query)
    }

    private mutating func operand() throws(ReferenceFault) -> JSONPath.Operand {
        depth += 1
        defer { depth -= 1 }
        guard depth <= JSONPathParser.depthLimit else { throw fault("is nested too deeply") }
        skipSpace()
        if next == "@" || next == "$" { return .query(try relative()) }
        if next == "'" || next == "\"" { return .literal(.string(try quoted())) }
        for (word, value) in [("true", true), ("false", false), ("null", nil)] as [(String, JSONValue)] where take(word)
        {
            return .literal(value)
        }
        if take("length(") {
            let inner = try operand()
            return .length(try closed(inner))
        }
        for name in ["count(", "value("] where take(name) {
            skipSpace()
            let query = try relative()
            return try closed(name == "count(" ? .count(query) : .value(query))
        }
        let start = at
        while let next, isDigit(next) || "+-.eE".unicodeScalars.contains(next) { at += 1 }
        var lexeme = String.UnicodeScalarView()
        lexeme.append(contentsOf: text[start..<at])
        guard let number = JSONNumber(lexeme: String(lexeme)) else { throw fault("has an unknown value") }
        return .literal(.number(number))
    }

    private mutating func closed(_ operand: JSONPath.Operand) throws(ReferenceFault) -> JSONPath.Operand {
        skipSpace()
        guard take(")") else { throw fault("has an unclosed function") }
        return operand
    }

    private mutating func relative() throws(ReferenceFault) -> JSONPath.Query {
        let isAbsolute = next == "$"
        guard isAbsolute || next == "@" else { throw fault("has a function without a query") }
        at += 1
        return JSONPath.Query(isAbsolute: isAbsolute, segments: try segments())
    }
}
