import JourneyCBOR

/// A reader's signature as it came. What is wrong inside its header makes the request nobody's, as a wrong signature does, and
/// does not hide what is asked for.
enum ReaderSignature: Sendable {
    case message(COSESign1)
    /// It has the four parts of a signature, and a header that breaks a rule.
    case unreadable(CBORError)

    /// Throws `CBORError` for what is no COSE_Sign1 at all.
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

    /// The message; `nil` when its header cannot be read.
    var message: COSESign1? { if case .message(let message) = self { message } else { nil } }
}
