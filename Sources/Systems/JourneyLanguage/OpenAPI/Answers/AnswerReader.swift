internal import JourneyBase

/// Reads the declared responses of an operation.
struct AnswerReader {
    let schemas: OpenAPISchemas

    static let limit = 64

    func read(_ operation: Reading) throws(Refusal) -> Answers {
        guard let list = operation.member("responses") else { return .anything }
        try list.atMost(AnswerReader.limit, "responses")
        var exact: [Int: Answer] = [:]
        var ranges: [Int: Answer] = [:]
        var fallback: Answer?
        var successes: [SchemaShape?] = []
        for (name, member) in try list.members() where !name.hasPrefix("x-") {
            let reading = try schemas.references.resolve(member)
            let answer = try answer(reading)
            switch try AnswerReader.status(name, member) {
            case .some(let status) where status >= 100: exact[status] = answer
            case .some(let family): ranges[family] = answer
            case nil: fallback = answer
            }
            if name.hasPrefix("2") { successes.append(try shape(of: reading)) }
        }
        if successes.isEmpty, let member = list.member("default") {
            successes.append(try shape(of: schemas.references.resolve(member)))
        }
        return Answers(exact: exact, ranges: ranges, fallback: fallback, outputs: AnswerReader.outputs(successes))
    }

    /// Returns a status, the first digit of a range, or `nil` for `default`.
    private static func status(_ name: String, _ member: Reading) throws(Refusal) -> Int? {
        if name == "default" { return nil }
        let bytes = Array(name.utf8)
        if bytes.count == 3, (0x31...0x35).contains(bytes[0]) {
            if name.hasSuffix("XX") { return Int(bytes[0] - 0x30) }
            if bytes.allSatisfy({ (0x30...0x39).contains($0) }), let status = Int(name) { return status }
        }
        throw member.refusal("has a name that is not a status, a range such as 4XX, or default", .oapiAnswer)
    }

    private func answer(_ reading: Reading) throws(Refusal) -> Answer {
        var bodies: [Answer.Body] = []
        for (name, entry) in try reading.member("content")?.members() ?? [] {
            let media = try schemas.references.resolve(entry)
            guard let type = MediaType(name) else {
                throw media.refusal("has a name that is not a media type", .oapiAnswer)
            }
            let schema = media.member("schema")
            let isJudged = type.isJSON || type.isRange
            let check = try schema.map { (place) throws(Refusal) in
                isJudged ? try schemas.check(at: place, .response) : .anything
            }
            bodies.append(Answer.Body(type: type, check: check ?? .anything))
        }
        var headers: [Answer.Header] = []
        for (name, member) in try reading.member("headers")?.members() ?? [] {
            // Content-Type is covered by the media types (section 4.8.17).
            guard name.lowercased() != "content-type" else { continue }
            headers.append(try header(name, schemas.references.resolve(member)))
        }
        return Answer(bodies: bodies, headers: headers)
    }

    private func header(_ name: String, _ reading: Reading) throws(Refusal) -> Answer.Header {
        try reading.require(
            HTTPFields.isSafe(name: name, value: ""), "has a name that is not a header name", .oapiAnswer)
        let content = try reading.member("content")?.members().first.map { entry throws(Refusal) in
            (name: entry.name, value: try schemas.references.resolve(entry.value))
        }
        let schema = reading.member("schema") ?? content?.value.member("schema")
        return Answer.Header(
            name: name, isRequired: try reading.member("required")?.flag() ?? false,
            explode: try reading.member("explode")?.flag() ?? false,
            isJSON: content.flatMap { MediaType($0.name) }?.isJSON ?? false,
            pieces: try schema.map { (place) throws(Refusal) in try pieces(of: place) } ?? Answer.Pieces(),
            check: try schema.map { (place) throws(Refusal) in try schemas.check(at: place, .response) } ?? .anything)
    }

    private func pieces(of schema: Reading) throws(Refusal) -> Answer.Pieces {
        let shape = try schemas.shape(of: schema, .response)
        func type(_ place: Reading?) throws(Refusal) -> ValueType? {
            try place.map { (place) throws(Refusal) in try schemas.shape(of: place, .response).type } ?? nil
        }
        return Answer.Pieces(
            element: try type(shape.items), members: shape.properties.compactMapValues(\.type),
            others: try type(shape.others))
    }

    /// Returns the shape of a response's JSON body, or `nil` if it has none.
    private func shape(of reading: Reading) throws(Refusal) -> SchemaShape? {
        for (name, entry) in try reading.member("content")?.members() ?? [] {
            let media = try schemas.references.resolve(entry)
            guard let type = MediaType(name), type.isJSON || type.isRange else { continue }
            guard let schema = media.member("schema") else { return SchemaShape() }
            return try schemas.shape(of: schema, .response)
        }
        return nil
    }

    /// Merges the shapes of all successes. A member's type is kept if all shapes that declare the member agree.
    private static func outputs(_ successes: [SchemaShape?]) -> PayloadTypes {
        guard !successes.isEmpty else { return .unknown }
        var outputs = PayloadTypes(isOpen: false)
        var unsure: Set<String> = []
        for shape in successes.compactMap({ $0 }) {
            guard shape.type == nil || shape.type == .object else { continue }
            outputs.isOpen = outputs.isOpen || shape.isOpen
            for (name, property) in shape.properties {
                if outputs.names.contains(name), outputs.types[name] != property.type { unsure.insert(name) }
                outputs.names.insert(name)
                outputs.types[name] = property.type
                if property.type == .string { outputs.forms[name] = TextForm(schema: property.schema.value) }
            }
        }
        for name in unsure { (outputs.types[name], outputs.forms[name]) = (nil, nil) }
        return outputs
    }
}
