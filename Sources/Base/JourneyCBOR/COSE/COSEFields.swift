package import JourneyCrypto

/// The header parameters of a new message, except the algorithm, which follows from the key and is protected.
package struct COSEFields: Sendable {
    /// Other protected parameters.
    package var protected: [CBORValue: CBORValue]
    /// Unprotected parameters.
    package var unprotected: [CBORValue: CBORValue]
    /// The numbers of signature algorithms.
    package var numbers = COSENumbers.rfc9053

    /// Creates headers with these parameters.
    package init(protected: [CBORValue: CBORValue] = [:], unprotected: [CBORValue: CBORValue] = [:]) {
        self.protected = protected
        self.unprotected = unprotected
    }

    /// Creates an unprotected `x5chain` (RFC 9360, section 2): a byte string for one certificate, an array for several.
    package static func chain(_ certificates: [Certificate]) -> COSEFields {
        let items = certificates.map { CBORValue.bytes($0.encoded) }
        guard let first = items.first else { return COSEFields() }
        return COSEFields(unprotected: [.integer(COSEHeader.Label.chain): items.count == 1 ? first : .array(items)])
    }

    /// Encodes the protected header, with `algorithm` added.
    func protectedBytes(_ algorithm: COSEAlgorithm) -> [UInt8] {
        var members = protected
        members[.integer(COSEHeader.Label.algorithm)] = .integer(algorithm.rawValue)
        return CBORValue.map(members).encoded
    }
}
