internal import JourneyBase

/// Reads the encoding of form members: `encoding` (OpenAPI 3.1, section 4.8.15), or else the rules of their schemas.
struct FormReader {
    let schemas: OpenAPISchemas

    func fields(_ media: Reading, _ shape: SchemaShape) throws(Refusal) -> [String: RequestBody.FieldForm] {
        var fields: [String: RequestBody.FieldForm] = [:]
        for (name, encoding) in try encodings(of: media, shape) { fields[name] = try field(encoding, shape, name) }
        return fields
    }

    private func field(
        _ encoding: Reading, _ shape: SchemaShape, _ name: String
    ) throws(Refusal) -> RequestBody.FieldForm {
        let isStyled = ["style", "explode", "allowReserved"].contains { encoding.member($0) != nil }
        guard isStyled else {
            guard let member = encoding.member("contentType") else { return .plain }
            guard let type = MediaType(try member.text()), type.isJSON || type.essence == "text/plain" else {
                throw member.refusal("must be JSON or text/plain, the only types of form fields", .oapiBody)
            }
            return type.isJSON ? .json : .plain
        }
        var style = ParameterStyle.form
        if let member = encoding.member("style") {
            guard let named = ParameterStyle(rawValue: try member.text()), named.belongs(in: .query) else {
                throw member.refusal("is not a style of form fields", .oapiBody)
            }
            style = named
        }
        let explode = try encoding.member("explode")?.flag() ?? style.explodesByItself
        if let type = shape.properties[name]?.type,
            let reason = ParameterReader.fault(style, explode: explode, .query, type)
        {
            throw encoding.refusal("\(reason), which OpenAPI leaves undefined", .oapiBody)
        }
        return .style(
            style, explode: explode, allowsReserved: try encoding.member("allowReserved")?.flag() ?? false)
    }

    func parts(_ media: Reading, _ shape: SchemaShape) throws(Refusal) -> [String: RequestBody.PartForm] {
        var parts: [String: RequestBody.PartForm] = [:]
        let encodings = try encodings(of: media, shape)
        for name in Set(encodings.keys).union(shape.properties.keys).sorted() {
            parts[name] = try part(encodings[name], shape.properties[name])
        }
        return parts
    }

    private func part(
        _ encoding: Reading?, _ property: SchemaShape.Property?
    ) throws(Refusal) -> RequestBody.PartForm {
        for (name, header) in try encoding?.member("headers")?.members() ?? [] where name.lowercased() != "content-type"
        {
            guard try schemas.references.resolve(header).member("required")?.flag() != true else {
                throw header.refusal("is a required header of a part, which calls cannot set", .oapiBody)
            }
        }
        let types = try encoding?.member("contentType").map { (member) throws(Refusal) in
            try FormReader.types(member)
        }
        let isList = property?.type == .array
        var schema = property?.schema
        if isList, let items = schema?.member("items") { schema = try schemas.references.resolve(items) }
        let isFile = FormReader.isFile(schema?.value, types ?? [])
        let isJSON = types?.first?.isJSON ?? false
        return RequestBody.PartForm(
            content: isFile ? .file : isJSON ? .json : .text, types: types ?? declared(schema?.value), isList: isList)
    }

    /// Returns the media type of a string that a 3.1 schema declares.
    private func declared(_ schema: JSONValue?) -> [MediaType] {
        schema?["contentMediaType"]?.string.flatMap { MediaType($0) }.map { [$0] } ?? []
    }

    /// Returns the comma-separated types of `contentType`.
    private static func types(_ member: Reading) throws(Refusal) -> [MediaType] {
        try member.text().split(separator: ",").map { part throws(Refusal) in
            try member.require(
                MediaType(String(part.trimmingPrefix { $0 == " " })), "is not a list of media types", .oapiBody)
        }
    }

    /// Returns `true` if values are file bytes: `format: binary` of 3.0; in 3.1 a media type without an encoding; or a type in
    /// `contentType` that is neither text nor JSON.
    private static func isFile(_ schema: JSONValue?, _ types: [MediaType]) -> Bool {
        if schema?["format"] == "binary" { return true }
        if schema?["contentEncoding"] != nil { return false }
        if let type = schema?["contentMediaType"]?.string.flatMap({ MediaType($0) }) { return !isText(type) }
        return !types.isEmpty && types.allSatisfy { !isText($0) }
    }

    private static func isText(_ type: MediaType) -> Bool { type.isJSON || type.essence.hasPrefix("text/") }

    /// Returns `encoding` by member; entries for undeclared members are ignored (section 4.8.14).
    private func encodings(of media: Reading, _ shape: SchemaShape) throws(Refusal) -> [String: Reading] {
        guard let member = media.member("encoding") else { return [:] }
        try member.atMost(256, "encodings")
        let known = shape.properties
        return Dictionary(
            uniqueKeysWithValues: try member.members().filter { known[$0.name] != nil }.map { ($0.name, $0.value) })
    }
}
