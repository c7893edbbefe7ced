package import JourneyBase

/// A value of a document with its path, so that each refusal can name the path.
package struct Reading {
    package let value: JSONValue
    package let code: ErrorCode
    private let place: Place
    private let spelling: Places

    /// The path, built only for refusals, because nearly all values are valid.
    private indirect enum Place {
        case root(String)
        case name(Place, String)
        case index(Place, Int)
    }

    /// The notation of paths.
    package enum Places {
        /// The notation `steps.review.bindings[0]`.
        case dotted
        /// The notation `#/paths/~1transfers/post`: a JSON Pointer as a URL fragment (RFC 6901, section 6, without percent
        /// escapes), for documents whose names contain dots and slashes.
        case pointer

        func member(_ name: String, of path: String) -> String {
            switch self {
            case .dotted: path.isEmpty ? name : "\(path).\(name)"
            case .pointer: "\(path.isEmpty ? "#" : path)/\(JSONPointer.escaped(name))"
            }
        }

        func element(_ index: Int, of path: String) -> String {
            self == .dotted ? "\(path)[\(index)]" : member("\(index)", of: path)
        }
    }

    package init(_ value: JSONValue, path: String = "", code: ErrorCode, spelling: Places = .dotted) {
        self.init(value, at: .root(path), code: code, spelling: spelling)
    }

    private init(_ value: JSONValue, at place: Place, code: ErrorCode, spelling: Places) {
        self.value = value
        self.place = place
        self.code = code
        self.spelling = spelling
    }

    package var path: String { path(of: place) }

    private func path(of place: Place) -> String {
        switch place {
        case .root(let path): path
        case .name(let owner, let name): spelling.member(name, of: path(of: owner))
        case .index(let owner, let index): spelling.element(index, of: path(of: owner))
        }
    }

    /// Returns another value with the same path.
    package func holding(_ value: JSONValue) -> Reading { Reading(value, at: place, code: code, spelling: spelling) }

    /// Creates a refusal of this value; its path and `rest` form the message. Without a `rule`, the document's general rule
    /// applies.
    package func refusal(_ rest: String, _ rule: LintRule? = nil, code: ErrorCode? = nil) -> Refusal {
        Refusal(code ?? self.code, at: path, Refusal.sentence(path.isEmpty ? "The document" : path, rest), rule)
    }

    /// Throws a refusal with `rest` unless `condition` holds.
    package func require(
        _ condition: Bool, _ rest: @autoclosure () -> String, _ rule: LintRule? = nil
    ) throws(Refusal) {
        guard condition else { throw refusal(rest(), rule) }
    }

    /// Returns the value, or throws a refusal with `rest` if it is `nil`.
    package func require<Value>(
        _ value: Value?, _ rest: @autoclosure () -> String, _ rule: LintRule? = nil, code: ErrorCode? = nil
    ) throws(Refusal) -> Value {
        guard let value else { throw refusal(rest(), rule, code: code) }
        return value
    }

    /// Returns the member `name` if it is present; `null` counts as present.
    package func member(_ name: String) -> Reading? {
        value[name].map { Reading($0, at: .name(place, name), code: code, spelling: spelling) }
    }

    package func required(_ name: String) throws(Refusal) -> Reading {
        guard let member = member(name) else {
            let missing = spelling.member(name, of: path)
            throw Refusal(code, at: missing, "\(missing) is missing.", .missingMember)
        }
        return member
    }

    /// Returns all members, sorted by name.
    package func members() throws(Refusal) -> [(name: String, value: Reading)] {
        try require(value.object, "is not an object", .wrongType).sorted { $0.key < $1.key }.map { name, value in
            (name, Reading(value, at: .name(place, name), code: code, spelling: spelling))
        }
    }

    package func elements() throws(Refusal) -> [Reading] {
        try require(value.array, "is not an array", .wrongType).enumerated().map {
            Reading($1, at: .index(place, $0), code: code, spelling: spelling)
        }
    }

    /// Reads each element with `read`; refuses arrays with more than `limit` elements.
    package func list<Element>(
        atMost limit: Int, _ what: String, _ read: (Reading) throws(Refusal) -> Element
    ) throws(Refusal) -> [Element] {
        try atMost(limit, what)
        return try elements().map(read)
    }

    package func text() throws(Refusal) -> String {
        guard let text = value.string else { throw refusal("is not a string", .wrongType) }
        guard !text.isEmpty else { throw refusal("is empty", .invalidValue) }
        return text
    }

    package func flag() throws(Refusal) -> Bool {
        try require(value.bool, "must be true or false", .wrongType)
    }

    package func whole(in range: ClosedRange<Int>) throws(Refusal) -> Int {
        guard let number = value.int64 else { throw refusal("is not a whole number", .wrongType) }
        guard let whole = Int(exactly: number), range.contains(whole) else {
            throw refusal("is not between \(range.lowerBound) and \(range.upperBound)", .invalidValue)
        }
        return whole
    }

    package func milliseconds(upTo limit: Int) throws(Refusal) -> Duration { try milliseconds(in: 1...limit) }

    func milliseconds(in range: ClosedRange<Int>) throws(Refusal) -> Duration { .milliseconds(try whole(in: range)) }

    package func atMost(_ limit: Int, _ what: String) throws(Refusal) {
        let count = value.array?.count ?? value.object?.count ?? 0
        guard count <= limit else { throw refusal("has \(count) \(what); the maximum is \(limit)", .tooMany) }
    }

    /// Refuses members that are not in `names`, because a misspelt guard must not count as a missing one.
    package func onlyMembers(_ names: Set<String>) throws(Refusal) {
        guard let object = value.object else { throw refusal("is not an object", .wrongType) }
        guard object.keys.contains(where: { !names.contains($0) }),
            let name = object.keys.filter({ !names.contains($0) }).min(), let member = member(name)
        else { return }
        let near = SpellingSuggestion.nearest(to: name, in: names)
        throw member.refusal(
            "is an unknown member" + (near.map { "; did you mean \(Refusal.quote($0))?" } ?? ""), .unknownMember)
    }

    /// Reads the name of an event or a method: 1 to 64 ASCII letters, digits, `_`, `-`, `.` and `:`.
    package func name() throws(Refusal) -> String {
        let text = try text()
        let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit || "_-.:".utf8.contains($0) }
        try require(
            isPlain && text.utf8.count <= 64,
            "is not a valid name: \(Refusal.quote(text)); use up to 64 letters, digits and _-.:", .invalidName)
        return text
    }

    package func address() throws(Refusal) -> HTTPSURL {
        let text = try text()
        return try require(
            HTTPSURL(text), "is not a valid absolute https URL in normalized form: \(Refusal.quote(text))",
            .invalidAddress)
    }
}
