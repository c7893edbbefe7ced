package import JourneyBase
import JourneyCBOR
package import JourneyCrypto

/// The bytes that a device signs or authenticates: a document in a session (ISO/IEC 18013-5, section 9.1.3.4).
package enum DeviceAuthentication {
    /// Returns DeviceAuthenticationBytes, `#6.24(bstr .cbor ["DeviceAuthentication", SessionTranscript, DocType,
    /// DeviceNameSpacesBytes])`, from parts as received or sent: the type as an encoded text, the namespaces with their
    /// tag.
    package static func bytes(
        transcript: SessionTranscript, docType: ArraySlice<UInt8>, nameSpaces: ArraySlice<UInt8>
    ) -> [UInt8] {
        CBORWriter.authentication("DeviceAuthentication", [transcript.encoded[...], docType, nameSpaces])
    }

    /// Returns EMacKey (section 9.1.3.5): HKDF of the secret that `key` and `peer` share, salted with the hash of the
    /// tagged transcript.
    ///
    /// The device passes its own key and the reader's ephemeral key, the reader the other halves. Throws
    /// `CryptoError.keyInvalid` when they are on different curves.
    package static func macKey(
        _ key: AgreementKey, with peer: PublicKey, transcript: SessionTranscript
    ) throws(CryptoError) -> Secret {
        HKDFSHA256.derive(
            from: try key.sharedSecret(with: peer), salt: transcript.salt, info: Array("EMacKey".utf8), count: 32)
    }
}
