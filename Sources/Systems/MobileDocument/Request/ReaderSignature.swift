import JourneyCBOR

/// A reader's signature as received. An invalid header counts as an invalid signature and does not prevent reading the
/// request.
enum ReaderSignature: Sendable {
    case message(COSESign1)
    /// A structure of four parts whose header is invalid.
    case unreadable(CBORError)

    /// Parses a signature. Throws `CBORError` for anything but a COSE_Sign1.
    init(_ item: CBORItem) throws(CBORError) {
        do throws(CBORError) {
            self = .message(try COSESign1(item, limits: DocumentLimits.request))
        } catch {
            let parts = try (item.tagged(COSESign1.tag) ?? item).expectArray("the reader's signature", count: 4...4)
            _ = try parts[0].expectBytes("the protected header")
            _ = try parts[1].expectMap("the unprotected header")
            if !parts[2].isNull { _ = try parts[2].expectBytes("the payload") }
            _ = try parts[3].expectBytes("the signature")
            self = .unreadable(error)
        }
    }

    /// The message; `nil` when its header cannot be parsed.
    var message: COSESign1? { if case .message(let message) = self { message } else { nil } }
}
