import Foundation
import JourneyCBOR
import JourneyCrypto

/// Steps 1, 2 and 5: checks the issuer's certificate, its signature and the times.
struct IssuerCheck {
    /// The checks of steps 1 and 2.
    private(set) var checks: [VerificationCheck] = []
    /// The checks of step 5.
    private(set) var times: [VerificationCheck] = []
    private(set) var path: CertificatePath?

    private let verifier: DocumentVerifier
    private let policy: AcceptancePolicy
    private let time: Date

    init(
        _ signed: IssuerSigned, docType: DocumentType, verifier: DocumentVerifier, policy: AcceptancePolicy, time: Date
    ) {
        self.verifier = verifier
        self.policy = policy
        self.time = time
        var chain: [Certificate] = []
        var fault: VerificationCheck?
        do throws(DERError) { chain = try signed.issuerAuth.header.certificates(by: policy) } catch {
            fault = .failed(
                .issuerCertificate, error.reason.rawValue, "a certificate of x5chain cannot be parsed: \(error)")
        }
        if fault == nil, chain.isEmpty {
            fault = .failed(
                .issuerCertificate, VerificationFault.noCertificate.rawValue, "issuerAuth has no certificate chain")
        }
        let leaf = chain.first
        if let fault {
            checks.append(fault)
        } else if let leaf {
            checks.append(checkPath(leaf, others: Array(chain.dropFirst()), docType: docType))
        }
        checks.append(checkProfile())
        checks.append(checkRevocation())
        checks.append(checkSignature(of: signed, by: leaf))
        times = [checkSigningTime(signed.mso.validity, leaf), checkValidity(signed.mso.validity)]
    }

    // MARK: Step 1

    private mutating func checkPath(
        _ leaf: Certificate, others: [Certificate], docType: DocumentType
    ) -> VerificationCheck {
        guard !verifier.trust.entries.isEmpty else {
            return .failed(
                .issuerCertificate, VerificationFault.noAuthority.rawValue, "no trusted authorities were given")
        }
        let anchors = verifier.trust.anchors(for: docType, at: time, by: policy)
        let validator = CertificateValidator(
            anchors: anchors, profile: .documentSigner.judged(by: policy, leaf: .signerKeyUsage))
        do throws(CertificateError) {
            let path = try validator.validate(leaf, intermediates: others, at: time)
            self.path = path
            let overdue = verifier.trust.overdueFinding(for: path.anchor, docType, at: time)
            return .judged(
                .issuerCertificate, path.findings(leaf: .signerKeyUsage) + (overdue.map { [$0] } ?? []), by: policy,
                "issued by \(path.anchor.subject)")
        } catch {
            var anyType = validator
            anyType.anchors = verifier.trust.anchors(at: time, by: policy)
            if (try? anyType.validate(leaf, intermediates: others, at: time)) != nil {
                return .failed(
                    .issuerCertificate, VerificationFault.otherType.rawValue,
                    "the authority is trusted for other document types only")
            }
            return .failed(.issuerCertificate, error.reason.rawValue, error.detail)
        }
    }

    private func checkProfile() -> VerificationCheck {
        guard let path else { return .notRun(.issuerProfile, "no path leads to a trusted authority") }
        return .judged(
            .issuerProfile, DocumentSignerRules.findings(in: path, verifier.trust), by: policy,
            "country, key usage, purpose, lifetime and path length conform to annex B")
    }

    private func checkRevocation() -> VerificationCheck {
        guard let path else { return .notRun(.issuerRevocation, "no path leads to a trusted authority") }
        let lists = verifier.revocationLists.filter { $0.issuer.matches(path.anchor.subject) }
        guard !lists.isEmpty else {
            let missing = "no revocation list of the authority was given"
            return .judged(
                .issuerRevocation,
                [
                    Finding(
                        check: .revocation, code: CertificateError.Reason.revocationUnknown.rawValue, detail: missing)
                ], by: policy, or: .notRun, missing)
        }
        do throws(CertificateError) {
            try CertificateValidator.requireNotRevoked(path, at: time, revocationLists: lists)
            return .passed(.issuerRevocation, "not on the authority's revocation list")
        } catch { return .failed(.issuerRevocation, error.reason.rawValue, error.detail) }
    }

    // MARK: Step 2

    private func checkSignature(of signed: IssuerSigned, by leaf: Certificate?) -> VerificationCheck {
        guard let leaf else { return .notRun(.issuerSignature, "there is no certificate that can be parsed") }
        do throws(CertificateError) {
            let key = if let path { path.publicKey } else { try leaf.publicKey() }
            do throws(COSEError) {
                try signed.issuerAuth.verify(with: key)
                return .passed(.issuerSignature, "valid under the key of the received certificate")
            } catch { return .failed(.issuerSignature, error.reason.rawValue, error.detail) }
        } catch { return .failed(.issuerSignature, error.reason.rawValue, error.detail) }
    }

    // MARK: Step 5

    private func checkSigningTime(_ validity: ValidityInfo, _ leaf: Certificate?) -> VerificationCheck {
        guard let leaf else { return .notRun(.signingTime, "there is no certificate that can be parsed") }
        let isInside = validity.signed >= leaf.notBefore && validity.signed < leaf.notAfter
        let outside = VerificationCheck.judged(
            .signingTime,
            isInside
                ? []
                : [
                    Finding(
                        check: .signingTime, code: VerificationFault.outsideCertificate.rawValue,
                        detail: "signed outside the validity of the certificate")
                ], by: policy, "")
        guard outside.outcome == .passed else { return outside }
        guard validity.signed <= time.addingTimeInterval(verifier.clockSkew) else {
            return .failed(
                .signingTime, VerificationFault.signedInFuture.rawValue, "signed after the time of this check")
        }
        guard validity.validFrom >= validity.signed else {
            return .failed(.signingTime, VerificationFault.validBeforeSigned.rawValue, "valid before it was signed")
        }
        return .passed(.signingTime, "signed within the validity of the certificate", warnings: outside.warnings)
    }

    private func checkValidity(_ validity: ValidityInfo) -> VerificationCheck {
        guard time >= validity.validFrom.addingTimeInterval(-verifier.clockSkew) else {
            return .failed(.validity, VerificationFault.notYetValid.rawValue, "before the validity of the document")
        }
        guard time <= validity.validUntil.addingTimeInterval(verifier.clockSkew) else {
            return .failed(.validity, VerificationFault.expired.rawValue, "after the validity of the document")
        }
        return .passed(.validity, "within the validity of the document")
    }

    // MARK: Step 7

    /// Checks that a licence's issuing country is the one in the signer's certificate (ISO/IEC 18013-5, section 7.2.1).
    static func checkCountry(_ elements: [DocumentReport.Element], path: CertificatePath?) -> VerificationCheck {
        let name = ElementName("org.iso.18013.5.1", "issuing_country")
        guard let element = elements.first(where: { $0.name == name && $0.source == .issuer }) else {
            return .notRun(.issuingCountry, "the issuing country was not returned")
        }
        guard let path else { return .notRun(.issuingCountry, "no path leads to a trusted authority") }
        guard let country = element.value.text, [country] == path.leaf.subject.values(of: .country) else {
            return .failed(
                .issuingCountry, VerificationFault.issuingCountry.rawValue, "the issuing country is not the signer's")
        }
        return .passed(.issuingCountry, "the issuing country is the signer's")
    }
}
