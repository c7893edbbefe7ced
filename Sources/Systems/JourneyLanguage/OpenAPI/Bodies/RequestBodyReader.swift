internal import JourneyBase

/// Reads an operation's request body: selects its media type and collects its members.
struct RequestBodyReader {
    let schemas: OpenAPISchemas

    /// A body and its known members.
    struct Found {
        let body: RequestBody
        /// The members that are arguments of their own, including required ones without a declaration.
        let members: [String: Member]
        let required: Set<String>
        /// The body's schema.
        let schema: Reading?
    }

    struct Member {
        var type: ValueType?
        var isNullable = true
    }

    /// Returns the body of `operation`. `wanted` is the `Content-Type` that a binding requests.
    func read(_ operation: Reading, _ method: HTTPMethod, wanted: String?) throws(Refusal) -> Found? {
        guard let member = operation.member("requestBody") else {
            try operation.require(wanted == nil, "has no body, so its calls must not set Content-Type", .oapiBody)
            return nil
        }
        let request = try schemas.references.resolve(member)
        let isRequired = try request.member("required")?.flag() ?? false
        if method == .get || method == .head {
            try request.require(!isRequired, "is required, but the method's requests have no body", .oapiBody)
            return nil
        }
        let content = try request.required("content")
        guard let choice = try choice(of: content, wanted: wanted) else {
            guard !isRequired, wanted == nil else { throw content.refusal(refusal(wanted), .oapiBody) }
            return nil
        }
        for word in ["itemSchema", "prefixEncoding", "itemEncoding"] {
            guard let member = choice.media.member(word) else { continue }
            throw member.refusal("is for bodies of several items, which calls cannot send", .oapiBody)
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
        guard isFlat else { return Found(body: body, members: [:], required: [], schema: schema) }
        var members = shape.properties.mapValues { Member(type: $0.type, isNullable: $0.isNullable) }
        for name in shape.required where members[name] == nil { members[name] = Member() }
        return Found(body: body, members: members, required: shape.required, schema: schema)
    }

    /// Returns `true` if the body's members are arguments: the body is an object, or has no declared type.
    private func isFlat(_ kind: RequestBody.Kind, _ shape: SchemaShape, _ media: Reading) throws(Refusal) -> Bool {
        let isObject = shape.type == nil || shape.type == .object
        switch kind {
        case .json: return isObject
        case .form, .multipart:
            guard isObject else { throw media.refusal("is a form whose schema is not an object", .oapiBody) }
            return true
        case .text, .bytes: return false
        }
    }

    /// Returns `true` if the body carries a file. A JSON string is a file if its schema declares the encoding of its bytes with
    /// `contentEncoding` or `contentMediaType` (draft 2020-12, section 8), or with the format `byte` (OpenAPI 3.0, section
    /// 4.7.1).
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
        guard let wanted else { return "has none of the supported media types: \(known)" }
        return "has no supported media type for the Content-Type \(Refusal.quote(wanted))"
    }

    private struct Choice {
        let type: MediaType
        let media: Reading
        /// The sort key, lowest first: how specifically the name matches, the kind of body, the name's length.
        let order: (Int, Int, Int)
    }

    /// Returns the entry to send: the requested one, or else the first available of JSON, a form, a multipart form, text and
    /// bytes. Among JSON types, `application/json` comes first, then the shortest name.
    private func choice(of content: Reading, wanted: String?) throws(Refusal) -> Choice? {
        let asked = wanted.flatMap { MediaType($0) }
        if wanted != nil, asked == nil { return nil }
        var found: [Choice] = []
        for (name, media) in try content.members() {
            guard let range = MediaType(name) else {
                throw media.refusal("has a name that is not a media type", .oapiBody)
            }
            guard range.isRange || RequestBodyReader.rank(of: range) != nil else { continue }
            let match = asked.map { range.match($0) } ?? 1
            guard match > 0, let type = asked ?? RequestBodyReader.concreteType(for: range),
                let rank = RequestBodyReader.rank(of: type)
            else { continue }
            let media = try schemas.references.resolve(media)
            found.append(Choice(type: type, media: media, order: (-match, rank, name.utf8.count)))
        }
        return found.min { $0.order < $1.order }
    }

    /// Returns a type that the range matches.
    private static func concreteType(for range: MediaType) -> MediaType? {
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
