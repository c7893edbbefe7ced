import JourneyBase
import JourneyCBOR
import MobileDocument

/// What a page hands in to be shown a document: a request, and what keeps the answer to this page and this run.
struct WebsiteRequestParameters: Sendable {
    /// How the answer goes back.
    enum Form: Sendable {
        /// Sealed for the bank's server (ISO/IEC TS 18013-7, annex C): the page carries what it cannot read.
        case sealed(EncryptionInfo)
        /// As it is, to the page (OpenID4VP 1.0 over the Digital Credentials API).
        case plain(nonce: String)
    }

    let request: DeviceRequest
    let form: Form

    private static let members = "presentCredential takes a deviceRequest and either an encryptionInfo or a nonce"

    /// Reads `{deviceRequest, encryptionInfo}` or `{deviceRequest, nonce}`, in base64url, and nothing else. Throws
    /// `VALIDATION_FAIL`.
    init(_ params: JSONValue) throws(JourneyError) {
        guard let object = params.object, object.count == 2, let text = object["deviceRequest"]?.string,
            text.utf8.count <= Base64URL.encodedCount(DocumentLimits.request.bytes),
            let bytes = Base64URL.decode(text)
        else { throw JourneyError(.validationFail, WebsiteRequestParameters.members + ".") }
        do throws(CBORError) {
            request = try DeviceRequest(bytes[...])
            if let info = object["encryptionInfo"]?.string {
                form = .sealed(try EncryptionInfo(info))
                return
            }
        } catch {
            throw JourneyError(.validationFail, "What the page asks for is no request: \(error.detail).")
        }
        // Long enough that nobody guesses it, as the server makes one for each run.
        guard let nonce = object["nonce"]?.string, (16...512).contains(nonce.utf8.count) else {
            throw JourneyError(.validationFail, WebsiteRequestParameters.members + " of 16 to 512 bytes.")
        }
        form = .plain(nonce: nonce)
    }

    /// What the device signs for: this website, and this run.
    func transcript(_ origin: Origin) -> SessionTranscript {
        switch form {
        case .sealed(let info): info.transcript(origin: origin.description)
        case .plain(let nonce):
            SessionTranscript(
                .openID4VPDigitalCredentials(origin: origin.description, nonce: nonce, thumbprint: nil))
        }
    }
}
