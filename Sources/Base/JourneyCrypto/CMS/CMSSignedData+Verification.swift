public import Foundation

extension CMSSignedData {
    /// Who signed, and when they say they did.
    public struct Verified: Sendable {
        /// From the signer to the anchor.
        public let path: CertificatePath
        /// A claim of the signer; `nil` when there is none.
        public let signingTime: Date?
    }

    /// Checks that this is a signature over `content` by somebody whom `validator` accepts at `time`.
    ///
    /// `time` is the caller's, never the message's own. `others` are certificates that the message may have left out.
    /// Throws `CMSError`.
    public func verify(
        _ content: [UInt8], validator: CertificateValidator, at time: Date, others: [Certificate] = [],
        revocationLists: [RevocationList] = []
    ) throws(CMSError) -> Verified {
        guard let hash = HashAlgorithm(signer.digestAlgorithm), let algorithm = signatureAlgorithm(hash) else {
            throw .algorithmNotAllowed
        }
        guard hash.hash(content) == signer.messageDigest else { throw .contentMismatch }
        let known = certificates + others
        guard let certificate = known.first(where: signer.identifier.names) else { throw .signerMissing }
        let key: PublicKey
        do throws(CertificateError) { key = try certificate.publicKey(at: 0) } catch { throw .certificate(error) }
        guard algorithm.verifies(signer.signature, of: signer.signedBytes[...], key: key) else { throw .badSignature }
        do throws(CertificateError) {
            let path = try validator.validate(
                certificate, intermediates: known.filter { $0 != certificate }, at: time,
                revocationLists: revocationLists)
            return Verified(path: path, signingTime: signer.signingTime)
        } catch {
            throw .certificate(error)
        }
    }

    /// The algorithm of the signature, which has to hash as the message's digest does. RSA may be named by its key alone
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
