/// An algorithm's identifier with its parameters (RFC 5280, section 4.1.1.2).
struct AlgorithmIdentifier: Sendable {
    /// The complete element as received. Two identifiers are equal when these bytes are.
    let encoded: ArraySlice<UInt8>
    /// The algorithm's object identifier.
    let algorithm: OID
    /// The parameters, if present.
    let parameters: DERElement?

    init(_ element: DERElement) throws(DERError) {
        var reader = try element.reader()
        encoded = element.encoded
        algorithm = try reader.next(.objectIdentifier).objectIdentifier()
        parameters = reader.isAtEnd ? nil : try reader.next()
        try reader.end()
    }

    /// Returns `true` if the parameters are absent, or NULL when `orNull` allows it.
    func hasNoParameters(orNull: Bool = false) -> Bool {
        guard let parameters else { return true }
        return orNull && isNull(parameters)
    }

    /// `true` if the parameters are NULL.
    var hasNull: Bool { parameters.map(isNull) ?? false }

    private func isNull(_ element: DERElement) -> Bool { element.tag == .null && element.content.isEmpty }
}
