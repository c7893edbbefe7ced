import CYAML

/// The events of a YAML text, as libyaml reports them. Aliases and tags are reported and never expanded.
final class YAMLEvents {
    /// A position: line and column, counted from 1 in characters.
    struct Mark: Hashable {
        let line: Int
        let column: Int
    }

    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd, alias
        /// A scalar; a plain one has no quotes and is no block.
        case scalar(String, isPlain: Bool)
    }

    struct Event {
        let kind: Kind
        let mark: Mark
        let hasTag: Bool
    }

    /// Allocated, because libyaml keeps its address.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Begins to parse UTF-8. Returns `nil` if memory is short.
    init?(_ bytes: [UInt8]) {
        parser = .allocate(capacity: 1)
        input = .allocate(capacity: max(1, bytes.count))
        _ = input.initialize(from: bytes)
        guard yaml_parser_initialize(parser) == 1 else {
            input.deallocate()
            parser.deallocate()
            return nil
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// Returns the next event.
    func next() throws(YAMLError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else {
            let problem = parser.pointee.problem.map { String(cString: $0) } ?? "is not valid YAML"
            throw YAMLError(YAMLEvents.mark(parser.pointee.problem_mark), "YAML syntax: \(problem).")
        }
        defer { yaml_event_delete(&event) }
        let (kind, hasTag) = YAMLEvents.content(event)
        return Event(kind: kind, mark: YAMLEvents.mark(event.start_mark), hasTag: hasTag)
    }

    private static func content(_ event: yaml_event_t) -> (Kind, hasTag: Bool) {
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            return (.scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain), scalar.tag != nil)
        case YAML_SEQUENCE_START_EVENT: return (.sequenceStart, event.data.sequence_start.tag != nil)
        case YAML_MAPPING_START_EVENT: return (.mappingStart, event.data.mapping_start.tag != nil)
        case YAML_SEQUENCE_END_EVENT: return (.sequenceEnd, false)
        case YAML_MAPPING_END_EVENT: return (.mappingEnd, false)
        case YAML_ALIAS_EVENT: return (.alias, false)
        case YAML_DOCUMENT_START_EVENT: return (.documentStart, false)
        case YAML_DOCUMENT_END_EVENT: return (.documentEnd, false)
        case YAML_STREAM_START_EVENT: return (.streamStart, false)
        default: return (.streamEnd, false)
        }
    }

    private static func mark(_ mark: yaml_mark_t) -> Mark {
        Mark(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}

/// The reason why a YAML text is refused, with its position.
struct YAMLError: Error, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    let line: Int
    /// The column, counted from 1 in characters.
    let column: Int
    /// A whole sentence.
    let message: String

    init(_ mark: YAMLEvents.Mark, _ message: String) {
        (line, column, self.message) = (mark.line, mark.column, message)
    }

    var description: String { "\(line):\(column): \(message)" }
}
