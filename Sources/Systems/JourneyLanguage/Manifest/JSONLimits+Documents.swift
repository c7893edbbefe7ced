package import JourneyBase

extension JSONLimits {
    /// The limits for reading a manifest, used by the loader and by gateways that serve manifests.
    package static let manifest = JSONLimits(bytes: ManifestGrammar.byteLimit, values: 1_000_000)
    /// The limits for reading an OpenAPI bundle.
    package static let openAPIBundle = JSONLimits(bytes: OpenAPIDocument.byteLimit, depth: 64, values: 500_000)
}
