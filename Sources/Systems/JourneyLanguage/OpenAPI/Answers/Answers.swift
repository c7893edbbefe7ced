internal import JourneyBase

/// The declared responses of an operation, by status.
struct Answers: Sendable {
    private let exact: [Int: Answer]
    /// Responses by the first digit of a range: `4` for `4XX`.
    private let ranges: [Int: Answer]
    private let fallback: Answer?
    /// The known members of a successful response.
    let outputs: PayloadTypes
    /// The value of the `Accept` header.
    let accept: String

    init(exact: [Int: Answer], ranges: [Int: Answer], fallback: Answer?, outputs: PayloadTypes) {
        self.exact = exact
        self.ranges = ranges
        self.fallback = fallback
        self.outputs = outputs
        accept = Answers.accept(
            exact.filter { (200...299).contains($0.key) }.map(\.value) + (ranges[2].map { [$0] } ?? []), or: fallback)
    }

    /// The responses of an operation without a document: everything is accepted.
    static let anything = Answers(exact: [:], ranges: [:], fallback: nil, outputs: .unknown)

    /// `true` if the document declares no responses.
    var isSilent: Bool { exact.isEmpty && ranges.isEmpty && fallback == nil }

    /// Returns the responses that apply to `status`: those declared for it, for its range, or as default (OpenAPI 3.1, section
    /// 4.8.16). Documents need not declare every status. An undeclared success, such as the 200 of a replay where 201 is
    /// declared, must match one of the declared successes.
    subscript(status: Int) -> [Answer] {
        if let answer = exact[status] ?? ranges[status / 100] ?? fallback { return [answer] }
        guard (200...299).contains(status) else { return [] }
        return exact.filter { (200...299).contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the JSON types of the successes, or of the default response if there are none. Other types are used only if no
    /// success has JSON. Adds the type of error responses (RFC 9457).
    private static func accept(_ successes: [Answer], or fallback: Answer?) -> String {
        let bodies = (successes.isEmpty ? fallback.map { [$0] } ?? [] : successes).flatMap(\.bodies)
        let plain = bodies.map(\.type).filter { !$0.isRange }
        let types = Set((plain.contains(where: \.isJSON) ? plain.filter(\.isJSON) : plain).map(\.essence))
        if types.isSubset(of: ["application/json"]) { return "application/json" }
        return (types.sorted() + ["application/problem+json"]).joined(separator: ", ")
    }
}

/// A response for one or more statuses.
struct Answer: Sendable {
    let bodies: [Body]
    let headers: [Header]

    struct Body: Sendable {
        /// A media type or a range of them.
        let type: MediaType
        let check: ValueRule
    }

    struct Header: Sendable {
        let name: String
        let isRequired: Bool
        let explode: Bool
        /// `true` if the header's text is JSON.
        let isJSON: Bool
        /// The types of the header's elements or members.
        let pieces: Pieces
        let check: ValueRule
    }

    /// The types of a list's elements and of an object's members, as far as the document declares them.
    struct Pieces: Sendable {
        var element: ValueType?
        var members: [String: ValueType] = [:]
        var others: ValueType?
    }

    /// Returns the body declared for `type`: the most specific range that matches it.
    func body(of type: MediaType) -> Body? {
        bodies.map { (body: $0, match: $0.type.match(type)) }.filter { $0.match > 0 }
            .max { ($0.match, $1.body.type.description) < ($1.match, $0.body.type.description) }?.body
    }
}

extension Answers {
    /// A status of each kind of response that the document declares, as far as the engine tells them apart. A document that
    /// declares a default, or nothing, may answer with any.
    var documentedStatuses: [Int] {
        let known = [200, 400, 401, 404, 408, 409, 422, 429, 500]
        let isAny = fallback != nil || isSilent
        return known.filter { isAny || ranges[$0 / 100] != nil } + exact.keys.sorted()
    }
}
