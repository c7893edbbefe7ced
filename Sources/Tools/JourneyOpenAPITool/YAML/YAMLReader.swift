import JourneyBase

/// Reads a YAML text as the JSON value that it stands for, by the core schema of YAML 1.2 (section 10.3).
///
/// Refused is what has no place in JSON or hides what is written: aliases, tags, merge keys, duplicate keys, keys that are neither
/// text nor whole numbers, infinities, several documents (RFC 9512, section 3.4). Depth and events are bounded.
struct YAMLReader {
    /// The value of a text, with what its author should look at.
    struct Document {
        let value: JSONValue
        /// Plain scalars with a leading zero, which other readers take for text or octal digits.
        fileprivate(set) var warnings: [YAMLError] = []
        /// The positions of the wanted values, by JSON pointer; that of a member is its name's.
        fileprivate(set) var places: [String: (line: Int, column: Int)] = [:]
    }

    private let events: YAMLEvents
    private let limits: JSONLimits
    private let wanted: Set<String>
    private var places: [String: (line: Int, column: Int)] = [:]
    private var warnings: [YAMLError] = []
    private var count = 0

    private static let warningLimit = 32

    /// Parses `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - limits: The most bytes, the deepest nesting, and the most events of values.
    ///   - wanted: JSON pointers whose positions are wanted.
    /// - Returns: The document, a mapping or a sequence.
    /// - Throws: `YAMLError` with the position.
    static func read(
        _ bytes: [UInt8], limits: JSONLimits, locating wanted: Set<String> = []
    ) throws(YAMLError) -> Document {
        let start = YAMLEvents.Mark(line: 1, column: 1)
        guard bytes.count <= limits.bytes else {
            throw YAMLError(start, "The text is longer than \(limits.bytes) bytes.")
        }
        guard let events = YAMLEvents(bytes) else { throw YAMLError(start, "There is not enough memory.") }
        var reader = YAMLReader(events: events, limits: limits, wanted: wanted)
        let value = try reader.document()
        var document = Document(value: value)
        (document.warnings, document.places) = (reader.warnings, reader.places)
        return document
    }

    private init(events: YAMLEvents, limits: JSONLimits, wanted: Set<String>) {
        (self.events, self.limits, self.wanted) = (events, limits, wanted)
    }

    private mutating func document() throws(YAMLError) -> JSONValue {
        _ = try events.next()
        var event = try events.next()
        guard case .documentStart = event.kind else { throw YAMLError(event.mark, "The text has no document.") }
        event = try events.next()
        if case .scalar = event.kind {
            throw YAMLError(event.mark, "The document is neither a mapping nor a sequence.")
        }
        note("", event.mark)
        let value = try node(event, "", depth: 1)
        _ = try events.next()
        let last = try events.next()
        guard case .streamEnd = last.kind else { throw YAMLError(last.mark, "The text has more than one document.") }
        return value
    }

    private mutating func note(_ pointer: String, _ mark: YAMLEvents.Mark) {
        if !wanted.isEmpty, wanted.contains(pointer) { places[pointer] = (mark.line, mark.column) }
    }

    private mutating func node(
        _ event: YAMLEvents.Event, _ pointer: String, depth: Int
    ) throws(YAMLError) -> JSONValue {
        count += 1
        guard count <= limits.values else {
            throw YAMLError(event.mark, "The text has more than \(limits.values) values.")
        }
        if event.hasTag { throw YAMLError(event.mark, "Tags are not supported.") }
        switch event.kind {
        case .scalar(let text, let isPlain): return try scalar(text, isPlain, event.mark)
        case .mappingStart, .sequenceStart:
            guard depth <= limits.depth else {
                throw YAMLError(event.mark, "Mappings and sequences are nested deeper than \(limits.depth).")
            }
            if case .mappingStart = event.kind { return try mapping(pointer, depth: depth) }
            return try sequence(pointer, depth: depth)
        case .alias: throw YAMLError(event.mark, "Aliases are not supported.")
        default: throw YAMLError(event.mark, "A value is missing.")
        }
    }

    private mutating func mapping(_ pointer: String, depth: Int) throws(YAMLError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind { return .object(members) }
            let name = try key(event)
            let place = wanted.isEmpty ? "" : pointer + "/" + JSONPointerText.escaped(name)
            note(place, event.mark)
            let value = try node(try events.next(), place, depth: depth + 1)
            guard members.updateValue(value, forKey: name) == nil else {
                throw YAMLError(event.mark, "The mapping has two members with this name.")
            }
        }
    }

    private mutating func sequence(_ pointer: String, depth: Int) throws(YAMLError) -> JSONValue {
        var elements: [JSONValue] = []
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind { return .array(elements) }
            let place = wanted.isEmpty ? "" : "\(pointer)/\(elements.count)"
            note(place, event.mark)
            elements.append(try node(event, place, depth: depth + 1))
        }
    }

    /// Returns the name that a key stands for; that of a whole number is its decimal text.
    private mutating func key(_ event: YAMLEvents.Event) throws(YAMLError) -> String {
        count += 1
        if event.hasTag { throw YAMLError(event.mark, "Tags are not supported.") }
        switch event.kind {
        case .alias: throw YAMLError(event.mark, "Aliases are not supported.")
        case .scalar(let text, let isPlain):
            guard isPlain else { return text }
            if text == "<<" { throw YAMLError(event.mark, "Merge keys are not supported.") }
            switch CoreSchema.value(of: text) {
            case .some(.string(let text)): return text
            case .some(.number(let number)) where CoreSchema.isWhole(text): return number.lexeme
            default: throw YAMLError(event.mark, "The name is neither text nor a whole number; put it in quotes.")
            }
        default: throw YAMLError(event.mark, "The name is not a scalar.")
        }
    }

    private mutating func scalar(
        _ text: String, _ isPlain: Bool, _ mark: YAMLEvents.Mark
    ) throws(YAMLError) -> JSONValue {
        guard isPlain else { return .string(text) }
        guard let value = CoreSchema.value(of: text) else {
            throw YAMLError(mark, "JSON has no number for '\(text)'.")
        }
        if case .number(let number) = value, CoreSchema.hasLeadingZero(text), warnings.count < YAMLReader.warningLimit {
            warnings.append(
                YAMLError(mark, "\(text.prefix(40)) is the number \(number.lexeme.prefix(40)); quote it if it is text.")
            )
        }
        return value
    }
}

/// The spelling of names in JSON pointers (RFC 6901).
enum JSONPointerText {
    static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        return name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// Returns the names of a pointer, or `nil` if it is none.
    static func names(of pointer: String) -> [String]? {
        guard !pointer.isEmpty else { return [] }
        guard pointer.hasPrefix("/") else { return nil }
        return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }
}
