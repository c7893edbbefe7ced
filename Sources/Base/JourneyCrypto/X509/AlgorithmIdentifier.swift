/// The name of an algorithm with its parameters (RFC 5280, section 4.1.1.2).
struct AlgorithmIdentifier: Sendable {
    /// The whole element, as received; two identifiers are the same when these bytes are.
    let encoded: ArraySlice<UInt8>
    /// Which algorithm.
    let algorithm: OID
    /// What follows the name, if anything does.
    let parameters: DERElement?

    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        encoded = element.encoded
        algorithm = try reader.next(.objectIdentifier).objectIdentifier()
        parameters = reader.isAtEnd ? nil : try reader.next()
        try reader.end()
    }

    /// Whether the parameters are absent, or NULL where `orNull`.
    func hasNoParameters(orNull: Bool = false) -> Bool {
        guard let parameters else { return true }
        return orNull && isNull(parameters)
    }

    /// Whether the parameters are NULL.
    var hasNull: Bool { parameters.map(isNull) ?? false }

    private func isNull(_ element: DERElement) -> Bool { element.tag == .null && element.content.isEmpty }
}
