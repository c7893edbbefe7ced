import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

extension FuzzTarget {
    /// A response from an untrusted device: it is stored as received, every check occurs once, and only the one issuer's data
    /// passes as signed.
    static let mdocResponse = FuzzTarget("mdoc-response", seeds: documents.responses) { input in
        guard let response = try? DeviceResponse(input[...]) else { return }
        promise(Array(response.item.encoded) == input, "a response is the bytes that came")
        let report = documents.verifier.verify(
            response, session: .init(transcript: documents.transcript), request: nil, at: Fixed.time)
        promise(report.documents.count == response.entries.count, "every document has its report")
        for (entry, document) in zip(response.entries, report.documents) {
            promise(document.checks.map(\.name) == VerificationCheck.Name.allCases, "every check is there once")
            guard case .document(let shown) = entry else {
                promise(document.checks(.passed).isEmpty, "nothing is known of what cannot be read")
                continue
            }
            let isTrusted = document[.issuerCertificate]?.outcome == .passed
            if isTrusted, document[.issuerSignature]?.outcome == .passed {
                promise(
                    shown.issuerSigned.issuerAuth.payload?.elementsEqual(documents.payload) ?? false,
                    "only what was issued is signed")
            }
        }
    }

    /// A mobile security object with a valid signature: what is decoded satisfies its rules.
    static let mso = FuzzTarget("mso", seeds: [documents.payload]) { input in
        guard let mso = try? MobileSecurityObject(payload: input[...]) else { return }
        promise(mso.validity.validUntil > mso.validity.validFrom, "a document is good for some time")
        for digests in mso.valueDigests.values {
            promise(digests.values.allSatisfy { $0.count == mso.digestAlgorithm.count }, "digests have one length")
        }
        promise(mso.version.major == 1, "the version is known")
    }

    /// A list of authorities: only the provider's is accepted, and its entries match their certificates.
    static let vical = FuzzTarget("vical", seeds: [documents.list]) { input in
        guard let list = try? VICAL(input[...]) else { return }
        for authority in list.authorities { promise(!authority.docTypes.isEmpty, "an authority is for something") }
        var trust = IssuerTrust()
        guard (try? trust.add(list, anchors: documents.anchors, at: Fixed.time, least: nil)) != nil else {
            return promise(trust.entries.isEmpty, "a list that is not believed adds nobody")
        }
        promise(
            list.message.payload?.elementsEqual(documents.listPayload) ?? false, "only the provider's list is believed")
    }

    /// A list under every policy: only the provider's is accepted, and no policy accepts an entry that a laxer one refuses,
    /// or an authority that may not sign certificates.
    static let vicalPolicies = FuzzTarget("vical-policies", seeds: [documents.list]) { input in
        guard let list = try? VICAL(input[...]) else { return }
        var strict: Set<Int> = []
        for policy in AcceptancePolicy.known {
            guard
                let verdict = try? list.verify(
                    by: policy, signers: .init(anchors: documents.anchors), at: Fixed.time)
            else { continue }
            promise(
                list.message.payload?.elementsEqual(documents.listPayload) ?? false,
                "only the provider's list is believed")
            promise(
                verdict.accepted.count + verdict.leftOut.count == list.entries.count, "every entry is accounted for")
            let indices = Set(verdict.accepted.map(\.index))
            if policy == .isoAnnexB { strict = indices }
            promise(strict.isSubset(of: indices), "the standard's policy is the strictest")
        }
    }

    /// A status list in CWT or JWT: its statuses fit its width, and none is beyond its end.
    static let statusToken = FuzzTarget(
        "status-token", seeds: [documents.statusCWT, documents.statusJWT]
    ) { input in
        guard let token = try? StatusToken(input[...]) else { return }
        let key = PublicKey.p256(Fixed.subject.publicKey)
        guard let status = try? token.status(at: 1, uri: "https://a.example/1", key: key, at: Fixed.time) else {
            return
        }
        promise(status == 1, "only what was signed is looked up")
    }

    /// A certificate outside DER: it is kept as received, and has deviations exactly when it cannot be read strictly.
    static let deviatingCertificate = FuzzTarget(
        "deviating-certificate", seeds: documents.anchors.map(\.certificate.encoded)
    ) { input in
        guard let relaxed = try? Certificate.tolerant(input) else {
            return promise((try? Certificate(input)) == nil, "what is read strictly is read tolerantly")
        }
        promise(relaxed.encoded == input, "a certificate is the bytes that came")
        promise(relaxed.deviations.isEmpty == ((try? Certificate(input)) != nil), "deviations are named")
    }

    private static let documents = Fixed.made { try DocumentSeeds() }
}
