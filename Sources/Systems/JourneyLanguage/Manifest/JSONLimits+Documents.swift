package import JourneyBase

extension JSONLimits {
    /// How a manifest's bytes are read: by the loader, and by a gateway before it serves them.
    package static let manifest = JSONLimits(bytes: ManifestGrammar.byteLimit, values: 1_000_000)
    /// How an OpenAPI bundle's bytes are read, likewise.
    package static let openAPIBundle = JSONLimits(bytes: OpenAPIDocument.byteLimit, depth: 64, values: 500_000)
}
