import JourneyBase
import JourneyCBOR
import MobileDocument

/// The parameters with which a page requests a document: the request, and the value that binds the answer to this page
/// and run.
struct WebsiteRequestParameters: Sendable {
    /// The form of the answer.
    enum Form: Sendable {
        /// Encrypted for the bank's server (ISO/IEC TS 18013-7, annex C): the page cannot read it.
        case sealed(EncryptionInfo)
        /// Unencrypted, to the page (OpenID4VP 1.0 over the Digital Credentials API).
        case plain(nonce: String)
    }

    let request: DeviceRequest
    let form: Form

    private static let members = "presentCredential takes a deviceRequest and either an encryptionInfo or a nonce"

    /// Parses `{deviceRequest, encryptionInfo}` or `{deviceRequest, nonce}`, in base64url, without further members.
    /// Throws `VALIDATION_FAIL`.
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
            throw JourneyError(.validationFail, "The deviceRequest or encryptionInfo is invalid: \(error.detail).")
        }
        // Long enough that it cannot be guessed; the server creates one for each run.
        guard let nonce = object["nonce"]?.string, (16...512).contains(nonce.utf8.count) else {
            throw JourneyError(.validationFail, WebsiteRequestParameters.members + " of 16 to 512 bytes.")
        }
        form = .plain(nonce: nonce)
    }

    /// Returns the transcript that the device signs: this website and this run.
    func transcript(_ origin: Origin) -> SessionTranscript {
        switch form {
        case .sealed(let info): info.transcript(origin: origin.description)
        case .plain(let nonce):
            SessionTranscript(
                .openID4VPDigitalCredentials(origin: origin.description, nonce: nonce, thumbprint: nil))
        }
    }
}
