import JourneyCBOR
import JourneyCrypto

/// Step 6: checks that the device has the document's key in this session, and that its own elements are authorized.
struct DeviceCheck {
    let checks: [VerificationCheck]

    init(_ document: PresentedDocument, session: DocumentVerifier.Session?) {
        checks = [
            DeviceCheck.authentication(of: document, session), DeviceCheck.authorizations(of: document),
        ]
    }

    private static func authentication(
        of document: PresentedDocument, _ session: DocumentVerifier.Session?
    ) -> VerificationCheck {
        let name = VerificationCheck.Name.deviceAuthentication
        guard let session else { return .notRun(name, "the session's transcript was not given") }
        let payload = DeviceAuthentication.bytes(
            transcript: session.transcript, docType: document.docTypeItem.encoded,
            nameSpaces: document.deviceSigned.nameSpaces)[...]
        let key: COSEKey
        do throws(CBORError) { key = try COSEKey(document.issuerSigned.mso.deviceKey) } catch {
            return .failed(name, error.reason.rawValue, "the device key in the MSO is invalid: \(error.detail)")
        }
        do throws(COSEError) {
            switch document.deviceSigned.authentication {
            case .signature(let signature):
                try signature.verify(with: key, detached: payload)
                return .passed(name, "valid signature")
            case .mac(let mac):
                guard let readerKey = session.readerKey else {
                    return .notRun(name, "a MAC needs the reader's ephemeral key, which was not given")
                }
                guard let publicKey = key.agreementKey,
                    let secret = try? DeviceAuthentication.macKey(
                        readerKey, with: publicKey, transcript: session.transcript)
                else {
                    return .failed(
                        name, VerificationFault.keyMismatch.rawValue,
                        "the device's key and the reader's are on different curves")
                }
                try mac.verify(with: secret, detached: payload)
                return .passed(name, "valid MAC")
            }
        } catch { return .failed(name, error.reason.rawValue, error.detail) }
    }

    private static func authorizations(of document: PresentedDocument) -> VerificationCheck {
        let elements = document.deviceSigned.elements
        guard !elements.isEmpty else { return .passed(.keyAuthorizations, "there are no device-signed elements") }
        let authorizations = document.issuerSigned.mso.keyAuthorizations
        let extra = elements.filter { !authorizations.allow($0.name.identifier, in: $0.name.nameSpace) }
        guard extra.isEmpty else {
            return .failed(
                .keyAuthorizations, VerificationFault.notAuthorized.rawValue,
                "the MSO does not authorize \(extra.count) of the device-signed elements")
        }
        return .passed(.keyAuthorizations, "all \(elements.count) device-signed elements are authorized")
    }
}
