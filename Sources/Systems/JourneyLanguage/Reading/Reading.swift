package import JourneyBase

/// A value of a document with its place, so that each refusal can name it.
package struct Reading {
    package let value: JSONValue
    package let code: ErrorCode
    private let place: Place
    private let spelling: Places

    /// Where it stands, spelled only when somebody asks: nearly all values are never refused.
    private indirect enum Place {
        case root(String)
        case name(Place, String)
        case index(Place, Int)
    }

    /// How places are spelled.
    package enum Places {
        /// `steps.review.bindings[0]`.
        case dotted
        /// `#/paths/~1transfers/post`: a JSON pointer as the fragment of an address (RFC 6901, section 6, without its
        /// percent escapes), for documents whose names hold dots and slashes.
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

    /// Another value at the same place.
    package func holding(_ value: JSONValue) -> Reading { Reading(value, at: place, code: code, spelling: spelling) }

    /// A refusal of this value: its place, then `rest`. Without a `rule`, it is of the document's general one.
    package func refusal(_ rest: String, _ rule: LintRule? = nil, code: ErrorCode? = nil) -> Refusal {
        Refusal(code ?? self.code, at: path, "\(path.isEmpty ? "The document" : path) \(rest).", rule)
    }

    /// Throws the refusal of `rest` unless `condition` holds.
    package func require(
        _ condition: Bool, _ rest: @autoclosure () -> String, _ rule: LintRule? = nil
    ) throws(Refusal) {
        guard condition else { throw refusal(rest(), rule) }
    }

    /// The value, or the refusal of `rest` where there is none.
    package func require<Value>(
        _ value: Value?, _ rest: @autoclosure () -> String, _ rule: LintRule? = nil, code: ErrorCode? = nil
    ) throws(Refusal) -> Value {
        guard let value else { throw refusal(rest(), rule, code: code) }
        return value
    }

    /// The member `name`, when it is there; a `null` is there.
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

    /// All members, by name.
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

    /// What `read` makes of each element, of which there are `limit` at the most.
    package func list<Element>(
        atMost limit: Int, _ what: String, _ read: (Reading) throws(Refusal) -> Element
    ) throws(Refusal) -> [Element] {
        try atMost(limit, what)
        return try elements().map(read)
    }

    package func text() throws(Refusal) -> String {
        guard let text = value.string else { throw refusal("is not text", .wrongType) }
        guard !text.isEmpty else { throw refusal("is empty", .invalidValue) }
        return text
    }

    package func flag() throws(Refusal) -> Bool {
        try require(value.bool, "is neither true nor false", .wrongType)
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
        guard count <= limit else { throw refusal("has \(count) \(what); \(limit) is the most", .tooMany) }
    }

    /// Refuses members that are not of `names`: a misspelt guard must not be a missing one.
    package func onlyMembers(_ names: Set<String>) throws(Refusal) {
        guard let object = value.object else { throw refusal("is not an object", .wrongType) }
        guard object.keys.contains(where: { !names.contains($0) }),
            let name = object.keys.filter({ !names.contains($0) }).min(), let member = member(name)
        else { return }
        let near = SpellingSuggestion.nearest(to: name, in: names)
        throw member.refusal(
            "is no member that belongs here" + (near.map { "; \(Refusal.quote($0)) is" } ?? ""), .unknownMember)
    }

    /// The name of an event or a method: 1 to 64 ASCII letters, digits, `_`, `-`, `.` and `:`.
    package func name() throws(Refusal) -> String {
        let text = try text()
        let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit || "_-.:".utf8.contains($0) }
        try require(
            isPlain && text.utf8.count <= 64,
            "is no name: \(Refusal.quote(text)); names are up to 64 letters, digits and _-.:", .invalidName)
        return text
    }

    package func address() throws(Refusal) -> HTTPSURL {
        let text = try text()
        return try require(
            HTTPSURL(text), "is no absolute https address in plain spelling: \(Refusal.quote(text))", .invalidAddress)
    }
}
