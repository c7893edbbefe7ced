internal import JourneyBase

/// An OpenAPI document in strict JSON, of a supported version.
struct OpenAPIDocument {
    /// The supported version families, whose schemas use different dialects.
    enum Version { case v30, v31, v32 }

    let root: Reading
    let version: Version

    static let byteLimit = 4 << 20

    /// Parses `bytes`. Refuses documents that are too long, invalid JSON, or neither 3.0, 3.1 nor 3.2, with `OAPI_INVALID`.
    init(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count <= OpenAPIDocument.byteLimit else {
            throw OpenAPIDocument.refusal("is \(bytes.count) bytes long; the maximum is \(OpenAPIDocument.byteLimit)")
        }
        guard !OpenAPIDocument.isYAML(bytes) else {
            throw OpenAPIDocument.refusal("is YAML; convert it with journey bundle")
        }
        do {
            let value = try JSONReader.read(bytes, limits: .openAPIBundle)
            root = Reading(value, code: .oapiInvalid, spelling: .pointer)
        } catch {
            throw OpenAPIDocument.refusal("is not valid JSON: \(error)")
        }
        guard root.value.object != nil else { throw OpenAPIDocument.refusal("is not a JSON object") }
        version = try OpenAPIDocument.version(of: root)
    }

    private static func refusal(_ rest: String) -> Refusal {
        Refusal(.oapiInvalid, at: "", "The OpenAPI bundle \(rest).")
    }

    /// Returns `true` if the text starts as YAML may and JSON cannot: a document marker, a comment, a directive, or a name with a
    /// colon.
    private static func isYAML(_ bytes: [UInt8]) -> Bool {
        let text = bytes.prefix(512).drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        guard let first = text.first, !"{[\"".utf8.contains(first) else { return false }
        if text.starts(with: "---".utf8) || first == UInt8(ascii: "#") || text.starts(with: "%YAML".utf8) {
            return true
        }
        let line = text.prefix { $0 != 0x0A }
        return (first | 0x20) >= UInt8(ascii: "a") && (first | 0x20) <= UInt8(ascii: "z")
            && line.contains(UInt8(ascii: ":"))
    }

    private static func version(of root: Reading) throws(Refusal) -> Version {
        if let old = root.member("swagger") {
            throw old.refusal("marks a Swagger document; only OpenAPI 3.0, 3.1 and 3.2 are supported")
        }
        let member = try root.required("openapi")
        let text = try member.text()
        let known: [(String, Version)] = [("3.0.", .v30), ("3.1.", .v31), ("3.2.", .v32)]
        guard let version = known.first(where: { isRelease(text, of: $0.0) })?.1 else {
            throw member.refusal("must be 3.0, 3.1 or 3.2, not \(Refusal.quote(text))")
        }
        if let dialect = root.member("jsonSchemaDialect") {
            guard version != .v30 else { throw dialect.refusal("requires OpenAPI 3.1") }
            guard dialects.contains(try dialect.text()) else {
                throw dialect.refusal("is an unsupported dialect: \(Refusal.quote(try dialect.text()))")
            }
        }
        return version
    }

    private static func isRelease(_ text: String, of family: String) -> Bool {
        let rest = text.utf8.dropFirst(family.utf8.count)
        return text.hasPrefix(family) && !rest.isEmpty && rest.count <= 3
            && rest.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The supported dialects: OpenAPI's own, which are 2020-12 with a few annotations, and 2020-12.
    private static let dialects: Set<String> = [
        "https://spec.openapis.org/oas/3.1/dialect/base", "https://spec.openapis.org/oas/3.1/dialect/2024-11-10",
        "https://spec.openapis.org/oas/3.2/dialect/2025-09-17", "https://json-schema.org/draft/2020-12/schema",
    ]
}
