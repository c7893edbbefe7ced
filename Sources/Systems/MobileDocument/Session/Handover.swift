import JourneyCBOR
import JourneyCrypto

/// The handover of a session, as contained in the session transcript.
public struct Handover: Hashable, Sendable {
    /// The handover as one encoded CBOR item.
    package let encoded: [UInt8]

    private init(_ value: CBORValue) { encoded = value.encoded }

    /// The handover by a QR code (ISO/IEC 18013-5, section 9.1.5.1): `null`.
    package static let qr = Handover(.null)

    /// Returns the handover by NFC: the Handover Select message as sent and, for a negotiated handover, the Handover
    /// Request message; `nil` for a static handover.
    package static func nfc(select: some Collection<UInt8>, request: [UInt8]? = nil) -> Handover {
        Handover([.bytes(Array(select)), request.map(CBORValue.bytes) ?? .null])
    }

    /// Returns the handover by a website's reverse engagement (ISO/IEC TS 18013-7, annex A.8): the SHA-256 of
    /// ReaderEngagementBytes.
    package static func website(readerEngagement: some Collection<UInt8>) -> Handover {
        Handover(.bytes(SHA256.hash(CBORWriter.embedding(readerEngagement))))
    }

    /// Returns the handover by OpenID4VP with redirects (OpenID4VP 1.0, annex B.2.6.1). `thumbprint` is the SHA-256 of
    /// the verifier's encryption key (RFC 7638), 32 bytes; `nil` for an unencrypted response.
    package static func openID4VP(
        clientID: String, nonce: String, thumbprint: [UInt8]?, responseURI: String
    ) -> Handover {
        hashed(
            "OpenID4VPHandover", [.text(clientID), .text(nonce), key(thumbprint), .text(responseURI)])
    }

    /// Returns the handover by OpenID4VP over the Digital Credentials API (OpenID4VP 1.0, annex B.2.6.2), with `origin`
    /// as given by the browser.
    package static func openID4VPDigitalCredentials(
        origin: String, nonce: String, thumbprint: [UInt8]?
    ) -> Handover {
        hashed("OpenID4VPDCAPIHandover", [.text(origin), .text(nonce), key(thumbprint)])
    }

    /// Returns the handover by the Digital Credentials API with the protocol `org-iso-mdoc` (ISO/IEC TS 18013-7, annex
    /// C), with the encryption info as sent by the website, in base64url, and its origin.
    package static func digitalCredentials(encryptionInfo: String, origin: String) -> Handover {
        hashed("dcapi", [.text(encryptionInfo), .text(origin)])
    }

    private static func key(_ thumbprint: [UInt8]?) -> CBORValue { thumbprint.map(CBORValue.bytes) ?? .null }

    private static func hashed(_ name: String, _ info: CBORValue) -> Handover {
        Handover([.text(name), .bytes(SHA256.hash(info.encoded))])
    }
}
