internal import JourneyBase

/// What an operation may be answered with, by status.
struct Answers: Sendable {
    private let exact: [Int: Answer]
    /// By the first digit: `4` for `4XX`.
    private let ranges: [Int: Answer]
    private let fallback: Answer?
    /// What the members of a success are known to be.
    let outputs: PayloadTypes
    /// For `Accept`.
    let accept: String

    init(exact: [Int: Answer], ranges: [Int: Answer], fallback: Answer?, outputs: PayloadTypes) {
        self.exact = exact
        self.ranges = ranges
        self.fallback = fallback
        self.outputs = outputs
        accept = Answers.accept(
            exact.filter { (200...299).contains($0.key) }.map(\.value) + (ranges[2].map { [$0] } ?? []), or: fallback)
    }

    /// Without a document: everything is taken.
    static let anything = Answers(exact: [:], ranges: [:], fallback: nil, outputs: .unknown)

    /// Whether the document says nothing of answers.
    var isSilent: Bool { exact.isEmpty && ranges.isEmpty && fallback == nil }

    /// What an answer of `status` is held against: what is declared for it, else for its range, else by default (OpenAPI
    /// 3.1, section 4.8.16). Documents need not declare every status; a success of none of these, such as the 200 of a
    /// replay where 201 is declared, has to be like one of the successes that are.
    subscript(status: Int) -> [Answer] {
        if let answer = exact[status] ?? ranges[status / 100] ?? fallback { return [answer] }
        guard (200...299).contains(status) else { return [] }
        return exact.filter { (200...299).contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The JSON types of successes, or of what is declared by default where there are none; other types only where no
    /// success has JSON. And what errors are told in (RFC 9457).
    private static func accept(_ successes: [Answer], or fallback: Answer?) -> String {
        let bodies = (successes.isEmpty ? fallback.map { [$0] } ?? [] : successes).flatMap(\.bodies)
        let plain = bodies.map(\.type).filter { !$0.isRange }
        let types = Set((plain.contains(where: \.isJSON) ? plain.filter(\.isJSON) : plain).map(\.essence))
        if types.isSubset(of: ["application/json"]) { return "application/json" }
        return (types.sorted() + ["application/problem+json"]).joined(separator: ", ")
    }
}

/// An answer of one status, or of several.
struct Answer: Sendable {
    let bodies: [Body]
    let headers: [Header]

    struct Body: Sendable {
        /// A type or a range of them.
        let type: MediaType
        let check: ValueRule
    }

    struct Header: Sendable {
        let name: String
        let isRequired: Bool
        let explode: Bool
        /// Whether its text is JSON.
        let isJSON: Bool
        /// What its pieces are.
        let pieces: Pieces
        let check: ValueRule
    }

    /// The types of a list's elements and of an object's members, where the document says them.
    struct Pieces: Sendable {
        var element: ValueType?
        var members: [String: ValueType] = [:]
        var others: ValueType?
    }

    /// The body that a document means for `type`: the most specific range that names it.
    func body(of type: MediaType) -> Body? {
        bodies.map { (body: $0, match: $0.type.match(type)) }.filter { $0.match > 0 }
            .max { ($0.match, $1.body.type.description) < ($1.match, $0.body.type.description) }?.body
    }
}
