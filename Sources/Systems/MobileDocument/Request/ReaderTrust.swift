public import Foundation
import JourneyBase
public import JourneyCBOR
public import JourneyCrypto

/// The authorities of readers that a holder trusts. Authorities of documents belong to `IssuerTrust`.
public struct ReaderTrust: Sendable {
    private let validator: CertificateValidator

    /// The profile of a reader's certificate (ISO/IEC 18013-5, annex B.1.7).
    public static let profile = CertificateProfile(
        name: "mdoc reader", purpose: .listed(.mobileDocumentReader), leafExtensions: [.subjectKeyIdentifier])

    /// Creates trust in certificate paths that end at `anchors`.
    ///
    /// - Parameters:
    ///   - anchors: The authorities of readers; none to trust no reader.
    ///   - revocation: The use of revocation lists: by default those that are given are checked; another policy
    ///     requires them.
    public init(anchors: [TrustAnchor], revocation: RevocationPolicy = .whenGiven) {
        validator = CertificateValidator(anchors: anchors, profile: ReaderTrust.profile, revocation: revocation)
    }

    /// The result of verifying a request's signature.
    public enum Verdict: Sendable {
        /// The request is not signed.
        case absent
        /// The holder of the leaf's key signed the request for this session. The leaf's revocation is known only with a
        /// list of its issuer.
        case verified(CertificatePath, isRevocationKnown: Bool)
        /// The signature was not verified: treat the request as unsigned, and show the reason.
        case failed(ReaderTrustError)
    }

    /// Verifies the signature of one document's request, over its bytes as received and this session's transcript.
    ///
    /// - Parameters:
    ///   - request: The document's request.
    ///   - transcript: The transcript of this session.
    ///   - time: The time of the verification.
    ///   - revocationLists: Revocation lists of the readers' authorities.
    /// - Returns: The verdict.
    public func verdict(
        on request: DocumentRequest, transcript: SessionTranscript, at time: Date,
        revocationLists: [RevocationList] = []
    ) -> Verdict {
        guard let message = request.signature else { return .absent }
        return verdict(
            message, over: ReaderAuthentication.bytes(request.itemsRequestBytes, transcript), time, revocationLists)
    }

    /// Verifies the signatures over a whole request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - transcript: The transcript of this session.
    ///   - time: The time of the verification.
    ///   - revocationLists: Revocation lists of the readers' authorities.
    /// - Returns: The verdicts in order; empty when there is no such signature.
    public func verdicts(
        on request: DeviceRequest, transcript: SessionTranscript, at time: Date, revocationLists: [RevocationList] = []
    ) -> [Verdict] {
        let payload = ReaderAuthentication.allBytes(
            request.documents.map(\.itemsRequestBytes), info: request.info?.encoded, transcript)
        return request.signatures.map { verdict($0, over: payload, time, revocationLists) }
    }

    private func verdict(
        _ signature: ReaderSignature, over payload: [UInt8], _ time: Date, _ lists: [RevocationList]
    ) -> Verdict {
        do throws(ReaderTrustError) {
            let message: COSESign1
            switch signature {
            case .message(let readable): message = readable
            case .unreadable(let error): throw .header(error)
            }
            guard !message.header.chain.isEmpty else { throw .chainMissing }
            let chain: [Certificate]
            do throws(DERError) { chain = try message.header.certificates() } catch { throw .certificate(error) }
            let path: CertificatePath
            do throws(CertificateError) {
                path = try validator.validate(
                    chain[0], intermediates: Array(chain.dropFirst()), at: time, revocationLists: lists)
            } catch { throw .path(error) }
            do throws(COSEError) { try message.verify(with: path.publicKey, detached: payload[...]) } catch {
                throw .signature(error)
            }
            let issuer = path.leaf.issuer
            return .verified(path, isRevocationKnown: lists.contains { $0.issuer.matches(issuer) })
        } catch { return .failed(error) }
    }
}

/// An error of verifying a reader's signature.
public enum ReaderTrustError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The signature's header is invalid.
    case header(CBORError)
    /// The signature has no certificate.
    case chainMissing
    /// A certificate cannot be parsed.
    case certificate(DERError)
    /// No path leads to a trusted authority of readers.
    case path(CertificateError)
    /// The signature or its algorithm is invalid.
    case signature(COSEError)

    /// The stable code of the error.
    package var code: String {
        switch self {
        case .header(let error): error.reason.rawValue
        // The reader's signature has no certificate.
        //
        // Next step: Add the certificate chain to `x5chain` of the reader's signature.
        case .chainMissing: "READER_CHAIN_MISSING"
        case .certificate(let error): error.reason.rawValue
        case .path(let error): error.reason.rawValue
        case .signature(let error): error.reason.rawValue
        }
    }

    public var description: String {
        switch self {
        case .header(let error): "\(error)"
        case .chainMissing: "\(code): the signature has no certificate"
        case .certificate(let error): "\(error)"
        case .path(let error): "\(error)"
        case .signature(let error): "\(error)"
        }
    }
}

extension OID {
    /// The extended key usage of readers (ISO/IEC 18013-5, annex B.1.7).
    package static let mobileDocumentReader = OID(1, 0, 18_013, 5, 1, 6)
}
