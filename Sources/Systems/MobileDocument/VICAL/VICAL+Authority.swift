import JourneyCBOR
package import JourneyCrypto

extension VICAL {
    /// One authority of a list, and the documents that it is listed for.
    package struct Authority: Sendable {
        /// The entry, as received.
        let item: CBORItem
        /// The authority's certificate. What the entry says about it besides is what the certificate says.
        package let certificate: Certificate
        package let docTypes: Set<DocumentType>

        init(_ item: CBORItem) throws(CBORError) {
            self.item = item
            _ = try item.expectMap("an entry of certificateInfos")
            let der = try item.expectMember("certificate")
            do throws(DERError) {
                certificate = try Certificate(Array(try Self.bytes(der)))
            } catch { throw der.failure(.notAllowed, "a certificate that cannot be read: \(error.reason.rawValue)") }
            let list = try item.expectMember("docType")
            var docTypes: Set<DocumentType> = []
            for part in try list.expectArray("docType", count: 1...256) {
                docTypes.insert(DocumentType(try part.expectText("a type of documents")))
            }
            self.docTypes = docTypes
            let ski = try item.expectMember("ski")
            guard try ski.expectBytes("ski").elementsEqual(certificate.subjectKeyIdentifier ?? []) else {
                throw ski.failure(.notAllowed, "ski is not the certificate's")
            }
            let serial = try item.expectMember("serialNumber")
            guard Self.digits(serial).map({ $0.elementsEqual(Self.trimmed(certificate.serialNumber)) }) == true else {
                throw serial.failure(.notAllowed, "serialNumber is not the certificate's")
            }
        }

        /// The bytes of a certificate; what is no byte string is no certificate either.
        private static func bytes(_ item: CBORItem) throws(DERError) -> ArraySlice<UInt8> { item.bytes ?? [] }

        /// A number as its bytes without leading zeros: an unsigned one, or a big one under tag 2.
        private static func digits(_ item: CBORItem) -> ArraySlice<UInt8>? {
            if let big = item.tagged(2)?.bytes { return trimmed(big) }
            guard let number = item.unsigned else { return nil }
            return trimmed((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }[...])
        }

        private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.drop { $0 == 0 } }
    }
}
