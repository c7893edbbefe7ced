package import Foundation

extension CMSSignedData {
    /// The verified signer's path and its claimed signing time.
    package struct Verified: Sendable {
        /// The path from the signer to the anchor.
        package let path: CertificatePath
        /// The signing time that the signer claims; `nil` when the message has none.
        package let signingTime: Date?
    }

    /// Verifies that this is a signature over `content` by a signer whom `validator` accepts at `time`.
    ///
    /// `time` is the caller's, never the message's. `others` are certificates that the message may have omitted. Throws
    /// `CMSError`.
    package func verify(
        _ content: [UInt8], validator: CertificateValidator, at time: Date, others: [Certificate] = [],
        revocationLists: [RevocationList] = []
    ) throws(CMSError) -> Verified {
        try verify(
            content, by: strongRule, validator: validator, at: time, others: others, revocationLists: revocationLists)
    }

    /// The two algorithms of a message: the content's hash, and the verification of the signature over the attributes.
    struct Rule {
        let hash: ([UInt8]) -> [UInt8]
        let verifies: (_ signature: ArraySlice<UInt8>, _ message: [UInt8], _ key: PublicKey) -> Bool
    }

    /// The message's own algorithms; `nil` when they are not allowed or do not match.
    var strongRule: Rule? {
        guard let hash = HashAlgorithm(signer.digestAlgorithm), let algorithm = signatureAlgorithm(hash) else {
            return nil
        }
        return Rule(hash: hash.hash) { algorithm.verifies($0, of: $1[...], key: $2) }
    }

    func verify(
        _ content: [UInt8], by rule: Rule?, validator: CertificateValidator, at time: Date, others: [Certificate],
        revocationLists: [RevocationList]
    ) throws(CMSError) -> Verified {
        guard let rule else { throw .algorithmNotAllowed }
        guard rule.hash(content) == signer.messageDigest else { throw .contentMismatch }
        let known = certificates + others
        guard let certificate = known.first(where: signer.identifier.names) else { throw .signerMissing }
        let key: PublicKey
        do throws(CertificateError) { key = try certificate.publicKey(at: 0) } catch { throw .certificate(error) }
        guard rule.verifies(signer.signature, signer.signedBytes, key) else { throw .badSignature }
        do throws(CertificateError) {
            let path = try validator.validate(
                certificate, intermediates: known.filter { $0 != certificate }, at: time,
                revocationLists: revocationLists)
            return Verified(path: path, signingTime: signer.signingTime)
        } catch {
            throw .certificate(error)
        }
    }

    /// Returns the signature algorithm, whose hash must be the message's digest. RSA may be identified by rsaEncryption alone
    /// (RFC 3370, section 3.2).
    private func signatureAlgorithm(_ hash: HashAlgorithm) -> CertificateSignature? {
        let identifier = signer.signatureAlgorithm
        if identifier.algorithm == .rsaEncryption, identifier.hasNull {
            return switch hash {
            case .sha256: .rsa(.rs256)
            case .sha384: .rsa(.rs384)
            case .sha512: .rsa(.rs512)
            }
        }
        guard let algorithm = CertificateSignature(identifier) else { return nil }
        // Ed25519 goes with SHA-512 (RFC 8419, section 3.1).
        return algorithm.hash ?? .sha512 == hash ? algorithm : nil
    }
}
