import Foundation
import JourneyBase
import JourneyCBOR
import MobileDocument
import Testing

@testable import JourneyCrypto

@Suite("Acceptance policies") struct AcceptancePolicyTests {
    private typealias Change = @Sendable (inout DeviatingIssuer) -> Void
    private static let day = DocumentIssuerFixture.day

    private static func replace(_ list: inout [NewExtension], _ item: NewExtension) {
        if let index = list.firstIndex(where: { $0.identifier == item.identifier }) { list[index] = item }
    }

    /// Returns `bytes` with the first occurrence of `old` replaced by `new`, which has the same length.
    private static func patched(_ bytes: [UInt8], _ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else { return bytes }
        var bytes = bytes
        bytes.replaceSubrange(start..<start + old.count, with: new)
        return bytes
    }

    /// One deviation each, with the verdict under iso-annex-b, aamva, eu-pid and lenient: E is refused, W a warning, - nothing.
    private static let deviations: [(name: String, verdicts: String, change: Change)] = [
        ("nothing", "----", { _ in }),
        (
            "DS key usage with nonRepudiation", "EWEW",
            { replace(&$0.signer.extensions, .keyUsage([.digitalSignature, .nonRepudiation])) }
        ),
        (
            "DS key usage not critical", "EWWW",
            {
                replace(
                    &$0.signer.extensions,
                    NewExtension(.keyUsage, value: NewExtension.keyUsage(.digitalSignature).value))
            }
        ),
        ("DS purpose not critical", "EWWW", { replace(&$0.signer.extensions, .extendedKeyUsage([.documentSigner])) }),
        ("DS without issuerAltName", "EWWW", { $0.signer.extensions.removeAll { $0.identifier == .issuerAltName } }),
        (
            "DS without distribution point", "EWWW",
            { $0.signer.extensions.removeAll { $0.identifier == .crlDistributionPoints } }
        ),
        ("DS of 500 days", "EWW-", { $0.signer.lifetime = -10 * day...490 * day }),
        ("DS of another country", "EEEW", { $0.signer.country = "UU" }),
        (
            "DS of another state", "EWEW",
            {
                $0.authority.state = "UT-1"
                $0.signer.state = "UT-2"
            }
        ),
        (
            "IACA key usage with digitalSignature", "EWWW",
            { replace(&$0.authority.extensions, .keyUsage([.keyCertSign, .crlSign, .digitalSignature])) }
        ),
        ("IACA without key usage", "EWWW", { $0.authority.extensions.removeAll { $0.identifier == .keyUsage } }),
        (
            "IACA path length 1", "EWWW",
            { replace(&$0.authority.extensions, .basicConstraints(.init(isAuthority: true, pathLength: 1))) }
        ),
        (
            "IACA basic constraints not critical", "EWWW",
            {
                let value = NewExtension.basicConstraints(.init(isAuthority: true, pathLength: 0)).value
                replace(&$0.authority.extensions, NewExtension(.basicConstraints, value: value))
            }
        ),
        (
            "IACA without issuerAltName", "EWWW",
            { $0.authority.extensions.removeAll { $0.identifier == .issuerAltName } }
        ),
        ("IACA of 25 years", "EWW-", { $0.authority.lifetime = -100 * day...9_100 * day }),
        (
            "IACA BOOLEAN of 01", "EWWW",
            {
                replace(
                    &$0.authority.extensions,
                    NewExtension(.basicConstraints, isCritical: true, value: [0x30, 6, 1, 1, 1, 2, 1, 0]))
            }
        ),
        ("DS critical BOOLEAN of 01", "EWWW", { $0.signer.patch = { patched($0, [1, 1, 0xFF], [1, 1, 1]) } }),
        (
            "DS named bits with trailing zeros", "EWWW",
            { replace(&$0.signer.extensions, NewExtension(.keyUsage, isCritical: true, value: [3, 2, 0, 0x80])) }
        ),
        ("DS serial number of 21 octets", "EWWW", { $0.signer.serialNumber = [0x80] + Array(1...19) }),
        (
            "DS malformed issuerAltName", "EWWW",
            { replace(&$0.signer.extensions, NewExtension(.issuerAltName, value: [0x30, 0])) }
        ),
        ("signed before the DS's validity", "EEEW", { $0.signer.lifetime = -3_600...90 * day }),
    ]

    @Test("each deviation of a certificate is refused or warned about as the policy's table says")
    func table() async throws {
        #expect(Self.deviations.count == 21)
        for deviation in Self.deviations {
            var issuer = DeviatingIssuer()
            deviation.change(&issuer)
            for (policy, wanted) in zip(AcceptancePolicy.known, deviation.verdicts) {
                let report = try await issuer.report(by: policy)
                let found: Character =
                    !report.ownFailures.isEmpty ? "E" : report.ownWarnings.isEmpty ? "-" : "W"
                #expect(
                    found == wanted, "\(deviation.name), \(policy): \(report.ownFailures) \(report.ownWarnings)")
                #expect(report.policy == policy)
                #expect(report.warnings.allSatisfy { !$0.code.isEmpty && !$0.detail.isEmpty })
            }
        }
    }

    @Test("a changed copy has its own name, shows its base, and changes only what it names")
    func copies() async throws {
        let own = AcceptancePolicy("shop", basedOn: .euPID, changing: [.country: .warn, .revocation: .off])
        #expect("\(own)" == "shop (based on eu-pid)" && own[.country] == .warn && own[.state] == .enforce)
        var issuer = DeviatingIssuer()
        issuer.signer.country = "UU"
        let report = try await issuer.report(by: own)
        #expect(report.failures.isEmpty && report.warnings.map(\.check) == [.country])
        #expect(report.policy?.name == "shop")
        let again = AcceptancePolicy("bar", basedOn: own)
        #expect("\(again)" == "bar (based on eu-pid)" && again[.country] == .warn)
    }

    @Test("the policy of a document type precedes the general one")
    func perType() async throws {
        let shown = try await Presentation()
        var verifier = try shown.verifier
        verifier.policies[.drivingLicence] = .aamva
        let report = try shown.report(try await shown.response(), by: verifier).documents[0]
        #expect(report.policy == .aamva && report.warnings.map(\.code) == ["CERT_REVOCATION_UNKNOWN"])
        verifier.policies = [.personIdentification: .aamva]
        #expect(try shown.report(try await shown.response(), by: verifier).documents[0].policy == .isoAnnexB)
    }

    @Test("missing revocation lists are refused, warned about or ignored")
    func revocation() async throws {
        let shown = try await Presentation { $0.status = .init(statusList: .init(index: 1, uri: "u")) }
        for (policy, failures, warnings) in [
            (.isoAnnexB, [], []), (.lenient, [], []),
            (.aamva, [], ["CERT_REVOCATION_UNKNOWN", "MDOC_STATUS_MISSING"]),
            (.euPID, ["issuer-revocation CERT_REVOCATION_UNKNOWN", "status MDOC_STATUS_MISSING"], []),
        ] as [(AcceptancePolicy, [String], [String])] {
            var verifier = try shown.verifier
            verifier.policy = policy
            let report = try shown.report(try await shown.response(), by: verifier).documents[0]
            #expect(report.failures == failures && report.warnings.map(\.code) == warnings, "\(policy)")
        }
    }

    @Test("a value of another edition gives a warning that names it, where types are not enforced")
    func editions() async throws {
        let space = "eu.europa.ec.eudi.pid.1"
        var shown = try await Presentation {
            $0.docType = .personIdentification
            $0.values = [space: ["nationality": "UT", "family_name": "Muster"]]
        }
        shown.request = RequestedDocument(
            docType: .personIdentification, elements: [ElementName(space, "nationality")])
        var verifier = try shown.verifier
        verifier.policy = .euPID
        let report = try shown.report(try await shown.response(), by: verifier).documents[0]
        let warning = try #require(report[.valueTypes]?.warnings.first)
        #expect(warning.code == "MDOC_VALUE_TYPE" && warning.detail.contains("ARF 1.4"))
        #expect(report[.valueTypes]?.outcome == .passed)
        let strict = try shown.report(try await shown.response()).documents[0]
        #expect(strict.failures == ["value-types MDOC_VALUE_TYPE"])
    }
}

/// What no policy relaxes: each is refused under all of them.
@Suite("Checks that no policy relaxes", .serialized) struct NeverRelaxedTests {
    private func refused(
        _ what: Comment, _ report: (AcceptancePolicy) async throws -> DocumentReport
    ) async throws {
        for policy in AcceptancePolicy.known {
            let found = try await report(policy)
            #expect(!found.ownFailures.isEmpty, "\(what), \(policy)")
        }
    }

    private func shown(
        _ shown: Presentation, _ policy: AcceptancePolicy, _ bytes: [UInt8], transcript: SessionTranscript? = nil,
        at time: Date = DocumentIssuerFixture.now
    ) throws -> DocumentReport {
        var verifier = try shown.verifier
        verifier.policy = policy
        return try shown.report(bytes, by: verifier, transcript: transcript, at: time).documents[0]
    }

    @Test("no policy relaxes signatures, MACs, digests, document type or device authentication")
    func cryptography() async throws {
        let presentation = try await Presentation()
        let good = try await presentation.response()
        for policy in AcceptancePolicy.known {
            #expect(try shown(presentation, policy, good).ownFailures.isEmpty, "\(policy)")
        }
        let mac = try await presentation.response(mac: true)
        let parsed = try DeviceResponse(good[...])
        guard case .document(let document)? = parsed.entries.first,
            let item = document.issuerSigned.nameSpaces.first?.items.first
        else { throw CBORError(.missing, at: 0, "no document") }
        let places: [(Comment, [UInt8], Int)] = [
            ("issuer's signature", good, document.issuerSigned.issuerAuth.signature.startIndex + 5),
            ("device's signature", good, try #require(deviceProof(good)) + 5),
            ("device's MAC", mac, try #require(deviceProof(mac)) + 5),
            ("digest", good, item.encoded.endIndex - 1),
        ]
        for (what, bytes, place) in places {
            var changed = bytes
            changed[place] ^= 1
            try await refused(what) { try self.shown(presentation, $0, changed) }
        }
        try await refused("transcript") {
            try self.shown(presentation, $0, good, transcript: Presentation.session(["x", .bytes([9])]))
        }
        var other = try Forged(presentation)
        other.docType = CBORValue.text("org.example.other").encoded
        let renamed = try await other.response()
        try await refused("docType") { try self.shown(presentation, $0, renamed) }
    }

    /// Returns the offset of the device's signature or MAC, the last byte string of the response.
    private func deviceProof(_ bytes: [UInt8]) -> Int? {
        let item = try? CBORReader.item(in: bytes[...], limits: DocumentLimits.response)
        let auth = item?["documents"]?.array?.first?["deviceSigned"]?["deviceAuth"]
        return (auth?["deviceSignature"] ?? auth?["deviceMac"])?.array?.last?.bytes?.startIndex
    }

    @Test("no policy relaxes path, present usages, unknown critical extensions or algorithms")
    func certificates() async throws {
        var issuer = DeviatingIssuer()
        for policy in AcceptancePolicy.known {
            #expect(try await issuer.report(by: policy).ownFailures.isEmpty, "\(policy)")
            // Algorithm numbers of the same key are the same; those of other curves and of ML-DSA are not.
            #expect(try await issuer.report(by: policy, algorithm: -9).ownFailures.isEmpty, "\(policy)")
            for number: Int64 in [-35, -36, -51, -52, -48, -49, -50, -8, -19, 5] {
                let report = try await issuer.report(by: policy, algorithm: number)
                #expect(report.ownFailures.contains { $0.hasPrefix("issuer-signature") }, "\(number) \(policy)")
            }
        }
        let plain = issuer
        try await refused("another authority") { try await plain.report(by: $0, isTrusted: false) }
        try await refused("crit") { try await plain.report(by: $0, protected: [2: [99], 99: 1]) }
        issuer.authority.extensions[1] = .keyUsage(.crlSign)
        let unable = issuer
        try await refused("IACA key usage without keyCertSign") { try await unable.report(by: $0) }
        issuer = DeviatingIssuer()
        issuer.signer.extensions[1] = .extendedKeyUsage([.serverAuth], isCritical: true)
        let purpose = issuer
        try await refused("another purpose") { try await purpose.report(by: $0) }
        issuer = DeviatingIssuer()
        issuer.signer.extensions.append(NewExtension(OID(1, 2, 3), isCritical: true, value: [5, 0]))
        let critical = issuer
        try await refused("unknown critical extension") { try await critical.report(by: $0) }
        issuer = DeviatingIssuer()
        issuer.authority.extensions.append(NewExtension(OID(1, 2, 3), isCritical: true, value: [5, 0]))
        let criticalAuthority = issuer
        try await refused("unknown critical extension of the IACA") { try await criticalAuthority.report(by: $0) }
        // A malformed extension that grants or restricts something is never treated as absent.
        for item in [
            NewExtension(.keyUsage, value: [3, 1]), NewExtension(.extendedKeyUsage, value: [0x30, 0]),
            NewExtension(.nameConstraints, value: [0x30, 0]), NewExtension(.basicConstraints, value: [0x30, 1]),
        ] {
            issuer = DeviatingIssuer()
            issuer.signer.extensions.removeAll { $0.identifier == item.identifier }
            issuer.signer.extensions.append(item)
            let malformed = issuer
            try await refused("malformed \("\(item.identifier)")") { try await malformed.report(by: $0) }
        }
        issuer = DeviatingIssuer()
        issuer.authority.extensions[0] = .basicConstraints(.init(isAuthority: false))
        let leaf = try Certificate.tolerant(issuer.authorityBytes())
        #expect(throws: CertificateError.self) { try TrustAnchor(leaf) }
    }

    @Test("no policy relaxes the validity at the time of the check")
    func validity() async throws {
        var issuer = DeviatingIssuer()
        issuer.signer.lifetime = -10 * DocumentIssuerFixture.day...3_600
        let short = issuer
        try await refused("expired DS") {
            try await short.report(by: $0, at: DocumentIssuerFixture.now + 3_600)
        }
        issuer = DeviatingIssuer()
        issuer.authority.lifetime = -10 * DocumentIssuerFixture.day...3_600
        let authority = issuer
        try await refused("expired IACA") {
            try await authority.report(by: $0, at: DocumentIssuerFixture.now + 3_600)
        }
        let presentation = try await Presentation()
        let bytes = try await presentation.response()
        for days in [-1.5, 31] {
            try await refused("document at \(days) days") {
                try self.shown(
                    presentation, $0, bytes, at: DocumentIssuerFixture.now + days * DocumentIssuerFixture.day)
            }
        }
    }

    @Test("no policy relaxes an authority's document types, key authorisations, duplicate keys or limits")
    func structure() async throws {
        let presentation = try await Presentation()
        let bytes = try await presentation.response()
        for policy in AcceptancePolicy.known {
            var trust = IssuerTrust()
            try trust.add(presentation.office.authority.authority.certificate, for: [.personIdentification])
            let verifier = DocumentVerifier(trust: trust, policy: policy)
            #expect(
                try presentation.report(bytes, by: verifier).documents[0].failures.contains(
                    "issuer-certificate MDOC_NOT_TRUSTED_FOR_TYPE"), "\(policy)")
        }
        let said = try await Forged(presentation).response(deviceElements: ["org.example": ["here": true]])
        try await refused("keyAuthorizations") { try self.shown(presentation, $0, said) }
        // Parsing knows no policy: what it refuses, no policy sees.
        #expect(throws: CBORError.self) { try DeviceResponse([0xA2, 0x61, 0x61, 1, 0x61, 0x61, 1]) }
        #expect(throws: CBORError.self) {
            try DeviceResponse(([0x5A, 1, 0, 0, 1] + [UInt8](repeating: 0, count: (16 << 20) + 1))[...])
        }
    }

    @Test("each purpose has its own trust store: document signers and list signers are not exchangeable")
    func purposes() async throws {
        let office = try DocumentIssuerFixture()
        let provider = try VICALTests.Provider()
        let list = try await provider.list([(office.authority.authority.certificate, [.drivingLicence])])
        let payload = Array(try #require(list.message.payload))
        let forged = try await COSESign1(signing: payload, with: office.signerKey, fields: .chain([office.signer]))
        let signers = VICAL.Signers(
            anchors: [try TrustAnchor(office.authority.authority.certificate)], pinned: [office.signer])
        for policy in AcceptancePolicy.known {
            #expect(throws: VICAL.VerificationError.self, "\(policy)") {
                try VICAL(forged.encoded).verify(by: policy, signers: signers, at: DocumentIssuerFixture.now)
            }
        }
        let shown = try await Presentation(office)
        let resigned = Resigned(shown, by: provider.key, provider.certificate)
        for policy in AcceptancePolicy.known {
            let trust = try IssuerTrust([provider.authority.authority.certificate])
            let report = try await resigned.report(by: DocumentVerifier(trust: trust, policy: policy))
            #expect(report.failures.contains("issuer-certificate CERT_PURPOSE"), "\(policy)")
        }
    }
}
