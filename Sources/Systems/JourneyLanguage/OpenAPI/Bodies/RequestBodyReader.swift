internal import JourneyBase

/// Reads an operation's request body: chooses its media type and finds its members.
struct RequestBodyReader {
    let schemas: OpenAPISchemas

    /// A body and what is known of its members.
    struct Found {
        let body: RequestBody
        /// Those that are arguments of their own; also those that are required and not declared.
        let members: [String: Member]
        let required: Set<String>
    }

    struct Member {
        var type: ValueType?
        var isNullable = true
    }

    /// The body of `operation`. `wanted` is the `Content-Type` that a binding asks for.
    func read(_ operation: Reading, _ method: HTTPMethod, wanted: String?) throws(Refusal) -> Found? {
        guard let member = operation.member("requestBody") else {
            try operation.require(wanted == nil, "has no body, so its calls have no Content-Type", .oapiBody)
            return nil
        }
        let request = try schemas.references.resolve(member)
        let isRequired = try request.member("required")?.flag() ?? false
        if method == .get || method == .head {
            try request.require(!isRequired, "is required of a method whose requests have no body", .oapiBody)
            return nil
        }
        let content = try request.required("content")
        guard let choice = try choice(of: content, wanted: wanted) else {
            guard !isRequired, wanted == nil else { throw content.refusal(refusal(wanted), .oapiBody) }
            return nil
        }
        let schema = choice.media.member("schema")
        let shape =
            try schema.map { (place) throws(Refusal) in try schemas.shape(of: place, .request) } ?? SchemaShape()
        let kind = try kind(choice.media, choice.type, shape)
        let isFlat = try isFlat(kind, shape, choice.media)
        let body = RequestBody(
            isRequired: isRequired, type: choice.type, kind: kind,
            check: try schema.map { (place) throws(Refusal) in try schemas.check(at: place, .request) } ?? .anything,
            isFlat: isFlat, isOpen: isFlat && shape.isOpen, excluded: shape.excluded,
            carriesFile: RequestBodyReader.carriesFile(kind, shape))
        guard isFlat else { return Found(body: body, members: [:], required: []) }
        var members = shape.properties.mapValues { Member(type: $0.type, isNullable: $0.isNullable) }
        for name in shape.required where members[name] == nil { members[name] = Member() }
        return Found(body: body, members: members, required: shape.required)
    }

    /// Whether the members of the body are arguments: they are where it is an object, or nothing says otherwise.
    private func isFlat(_ kind: RequestBody.Kind, _ shape: SchemaShape, _ media: Reading) throws(Refusal) -> Bool {
        let isObject = shape.type == nil || shape.type == .object
        switch kind {
        case .json: return isObject
        case .form, .multipart:
            guard isObject else { throw media.refusal("is a form whose schema is no object", .oapiBody) }
            return true
        case .text, .bytes: return false
        }
    }

    /// Text in JSON is a file where its schema says how its bytes are encoded: by `contentEncoding` or `contentMediaType`
    /// (draft 2020-12, section 8), or by the format `byte` (OpenAPI 3.0, section 4.7.1).
    private static func carriesFile(_ kind: RequestBody.Kind, _ shape: SchemaShape) -> Bool {
        switch kind {
        case .bytes: true
        case .multipart(let parts): parts.values.contains { $0.content == .file }
        case .json:
            shape.properties.values.contains { property in
                let schema = property.schema.value
                return schema["contentEncoding"]?.string != nil || schema["contentMediaType"]?.string != nil
                    || schema["format"] == "byte"
            }
        case .form, .text: false
        }
    }

    private func refusal(_ wanted: String?) -> String {
        let known =
            "JSON, application/x-www-form-urlencoded, multipart/form-data, text/plain or application/octet-stream"
        guard let wanted else { return "has none of the media types that calls carry: \(known)" }
        return "has no media type that calls carry under the Content-Type \(Refusal.quote(wanted))"
    }

    private struct Choice {
        let type: MediaType
        let media: Reading
        /// What decides, less first: how exactly the name is meant, the kind of body, the name's length.
        let order: (Int, Int, Int)
    }

    /// The entry that is sent: the one that is wanted, else the first that there is of JSON, a form, a form with parts,
    /// text and bytes; of several JSON types, `application/json` itself, then the shortest name.
    private func choice(of content: Reading, wanted: String?) throws(Refusal) -> Choice? {
        let asked = wanted.flatMap { MediaType($0) }
        if wanted != nil, asked == nil { return nil }
        var found: [Choice] = []
        for (name, media) in try content.members() {
            guard let range = MediaType(name) else { throw media.refusal("is under no media type", .oapiBody) }
            guard range.isRange || RequestBodyReader.rank(of: range) != nil else { continue }
            let match = asked.map { range.match($0) } ?? 1
            guard match > 0, let type = asked ?? RequestBodyReader.stand(for: range),
                let rank = RequestBodyReader.rank(of: type)
            else { continue }
            found.append(Choice(type: type, media: media, order: (-match, rank, name.utf8.count)))
        }
        return found.min { $0.order < $1.order }
    }

    /// A range as a type that it names.
    private static func stand(for range: MediaType) -> MediaType? {
        guard range.isRange else { return range }
        return MediaType("application/json").flatMap { range.match($0) > 0 ? $0 : nil }
    }

    private static func rank(of type: MediaType) -> Int? {
        switch type.essence {
        case "application/json" where type.isJSON: 0
        case _ where type.isJSON: 1
        case FormBody.contentType: 2
        case "multipart/form-data": 3
        case "text/plain": 4
        case MediaType.octets.essence: 5
        default: nil
        }
    }

    private func kind(_ media: Reading, _ type: MediaType, _ shape: SchemaShape) throws(Refusal) -> RequestBody.Kind {
        switch RequestBodyReader.rank(of: type) {
        case 0, 1: .json
        case 2: .form(try FormReader(schemas: schemas).fields(media, shape))
        case 3: .multipart(try FormReader(schemas: schemas).parts(media, shape))
        case 4: .text
        default: .bytes
        }
    }
}
