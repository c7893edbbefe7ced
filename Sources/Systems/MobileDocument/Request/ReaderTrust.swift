public import Foundation
import JourneyBase
public import JourneyCBOR
public import JourneyCrypto

/// Whom a holder takes for a reader that it knows: authorities of readers, never those of documents.
public struct ReaderTrust: Sendable {
    private let validator: CertificateValidator

    /// What a reader's certificate has to be (ISO/IEC 18013-5, annex B.1.7).
    public static let profile = CertificateProfile(
        name: "mdoc reader", purpose: .listed(.mobileDocumentReader), leafExtensions: [.subjectKeyIdentifier])

    /// Trust in paths that end at `anchors`; none means that no reader is known. Revocation lists that are given are looked
    /// at; with another policy they have to be.
    public init(anchors: [TrustAnchor], revocation: RevocationPolicy = .whenGiven) {
        validator = CertificateValidator(anchors: anchors, profile: ReaderTrust.profile, revocation: revocation)
    }

    /// What is known of who made a request.
    public enum Verdict: Sendable {
        /// Nobody signed it.
        case absent
        /// Whoever holds the leaf's key signed it for this session. Whether the leaf is revoked is known only where a list
        /// of its issuer was there.
        case verified(CertificatePath, isRevocationKnown: Bool)
        /// A signature that proves nothing: treat the request as nobody's, and tell why.
        case failed(ReaderTrustError)
    }

    /// The verdict on one document's request: its own signature, over its bytes as received and this session's transcript.
    public func verdict(
        on request: DocumentRequest, transcript: SessionTranscript, at time: Date,
        revocationLists: [RevocationList] = []
    ) -> Verdict {
        guard let message = request.signature else { return .absent }
        return verdict(
            message, over: ReaderAuthentication.bytes(request.itemsRequestBytes, transcript), time, revocationLists)
    }

    /// The verdicts on the signatures over a whole request, in order; none when there is no such signature.
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

/// Why a reader's signature proves nothing.
public enum ReaderTrustError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its header breaks a rule.
    case header(CBORError)
    /// No certificate comes with it.
    case chainMissing
    /// A certificate that cannot be read.
    case certificate(DERError)
    /// No path leads to a reader's authority that is known.
    case path(CertificateError)
    /// The signature, or its algorithm.
    case signature(COSEError)

    /// A stable code.
    package var code: String {
        switch self {
        case .header(let error): error.reason.rawValue
        case .chainMissing: "READER_CHAIN_MISSING"
        case .certificate(let error): error.reason.rawValue
        case .path(let error): error.reason.rawValue
        case .signature(let error): error.reason.rawValue
        }
    }

    public var description: String {
        switch self {
        case .header(let error): "\(error)"
        case .chainMissing: "\(code): no certificate comes with the signature"
        case .certificate(let error): "\(error)"
        case .path(let error): "\(error)"
        case .signature(let error): "\(error)"
        }
    }
}

extension OID {
    /// The purpose of a reader's key (ISO/IEC 18013-5, annex B.1.7).
    package static let mobileDocumentReader = OID(1, 0, 18_013, 5, 1, 6)
}
