import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// Lists as providers published them, which nobody here made.
@Suite("Published authority lists", .enabled(if: Vectors.has("openid4vc/vical"), "\(Vectors.missing)"))
struct PublishedListsTests {
    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private static func bytes(_ name: String) throws -> [UInt8] {
        try Vectors.bytes("openid4vc/vical/\(name).cbor")
    }

    private static func aamva() throws -> (VICAL, VICAL.Signers) {
        let pem = String(decoding: try Vectors.bytes("openid4vc/vical/aamva_root.pem"), as: UTF8.self)
        return (
            try VICAL(bytes("aamva-2024-09-24")[...]),
            VICAL.Signers(anchors: try Certificate.list(pem: pem).map { try TrustAnchor($0) })
        )
    }

    private static func rdw() throws -> (VICAL, VICAL.Signers) {
        let list = try VICAL(bytes("rdw-2025-02-25")[...])
        let leaf = try #require(list.message.header.chain.first)
        return (list, VICAL.Signers(pinned: [try Certificate(Array(leaf))]))
    }

    private func code(
        _ list: VICAL, by policy: AcceptancePolicy, _ signers: VICAL.Signers, _ time: String, seen: VICAL.Seen? = nil
    ) throws -> String? {
        let date = try Self.date(time)
        do throws(VICAL.VerificationError) {
            _ = try list.verify(by: policy, signers: signers, at: date, seen: seen)
        } catch { return error.code }
        return nil
    }

    @Test("AAMVA's list is accepted in full, then with a warning, and refused after the grace period")
    func aamva() throws {
        let (list, signers) = try Self.aamva()
        let fresh = try list.verify(by: .aamva, signers: signers, at: Self.date("2024-09-25T00:00:00Z"))
        #expect(fresh.accepted.count == 3 && fresh.leftOut.isEmpty && fresh.warnings.isEmpty)
        #expect(fresh.policy.name == "aamva" && !fresh.isPinned && fresh.path.certificates.count == 3)
        // The key identifiers of this list are wrapped twice; none differs.
        #expect(fresh.accepted.allSatisfy { !$0.warnings.contains { $0.check == .listKeyIdentifier } })
        let late = try list.verify(by: .aamva, signers: signers, at: Self.date("2024-10-19T00:00:00Z"))
        #expect(late.accepted.count == 3 && late.warnings.map(\.code) == ["MDOC_VICAL_EXPIRED"])
        #expect(try code(list, by: .isoAnnexB, signers, "2024-10-19T00:00:00Z") == "MDOC_VICAL_EXPIRED")
        #expect(try code(list, by: .aamva, signers, "2024-10-25T17:37:30Z") == nil)
        #expect(try code(list, by: .aamva, signers, "2024-10-25T17:37:31Z") == "MDOC_VICAL_EXPIRED")
        #expect(try code(list, by: .lenient, signers, "2025-10-25T17:37:31Z") == nil)
        // The signer's validity is never relaxed.
        for policy in AcceptancePolicy.known {
            #expect(try code(list, by: policy, signers, "2026-04-19T00:00:00Z") == "CERT_EXPIRED", "\(policy)")
            #expect(try code(list, by: policy, signers, "2024-09-24T00:00:00Z") == "MDOC_VICAL_FUTURE", "\(policy)")
            #expect(try code(list, by: policy, .init(), "2024-09-25T00:00:00Z") == "CERT_NO_PATH", "\(policy)")
        }
    }

    @Test("AAMVA's lists are ordered by date, because their issue numbers are not monotonic")
    func order() throws {
        let (list, signers) = try Self.aamva()
        let time = "2024-09-25T00:00:00Z"
        let higher = VICAL.Seen(issueID: 900_000, date: list.date)
        let later = VICAL.Seen(issueID: 1, date: list.date + 1)
        #expect(try code(list, by: .aamva, signers, time, seen: higher) == nil)
        #expect(try code(list, by: .aamva, signers, time, seen: later) == "MDOC_VICAL_ROLLBACK")
        #expect(try code(list, by: .isoAnnexB, signers, time, seen: higher) == "MDOC_VICAL_ROLLBACK")
        #expect(try code(list, by: .euPID, signers, time, seen: higher) == "MDOC_VICAL_ROLLBACK")
        let lenient = try list.verify(by: .lenient, signers: signers, at: Self.date(time), seen: higher)
        #expect(lenient.warnings.map(\.code) == ["MDOC_VICAL_ROLLBACK"])
        #expect(try code(list, by: .aamva, signers, time, seen: VICAL.Seen(list)) == nil)
    }

    @Test("RDW's list is accepted with its pinned signer: 38 authorities, seven entries left out with reasons")
    func rdw() throws {
        let (list, signers) = try Self.rdw()
        let verdict = try list.verify(by: .euPID, signers: signers, at: Self.date("2025-03-01T00:00:00Z"))
        #expect(list.entries.count == 45 && verdict.accepted.count == 38 && verdict.isPinned)
        let reasons = verdict.leftOut.map { "\($0.code) \($0.detail)" }
        #expect(verdict.leftOut.count == 7 && verdict.leftOut.allSatisfy { $0.subject?.isEmpty == false }, "\(reasons)")
        #expect(reasons.filter { $0.hasPrefix("CERT_KEY ") && $0.contains("brainpool") }.count == 3, "\(reasons)")
        #expect(reasons.filter { $0.hasPrefix("CERT_KEY ") && $0.hasSuffix("RSA") }.count == 1, "\(reasons)")
        #expect(reasons.filter { $0.hasPrefix("CERT_AUTHORITY ") }.count == 3, "\(reasons)")
        func count(_ text: String) -> Int {
            verdict.accepted.filter { $0.warnings.contains { $0.detail.contains(text) } }.count
        }
        #expect(count("serial number") == 1)
        #expect(count("20 years") == 1)
        // The entries with a BOOLEAN other than FF are read, and left out because of their keys only.
        let relaxed = list.entries.filter { $0.authority?.certificate.deviations.first?.reason == .badBoolean }
        #expect(relaxed.count == 3)
        #expect(count("not self-signed") == 2)
        // Only a pinned signer: the same list has no path, and another certificate pins nothing.
        #expect(try code(list, by: .euPID, .init(), "2025-03-01T00:00:00Z") == "CERT_NO_PATH")
        let other = VICAL.Signers(pinned: [try #require(list.entries.lazy.compactMap(\.authority).first).certificate])
        #expect(try code(list, by: .lenient, other, "2025-03-01T00:00:00Z") == "CERT_NO_PATH")
        #expect(try code(list, by: .lenient, signers, "2028-05-19T00:00:00Z") == "CERT_EXPIRED")
        // A stricter policy leaves out more, and never takes an authority that another refuses.
        let strict = try list.verify(by: .isoAnnexB, signers: signers, at: Self.date("2025-03-01T00:00:00Z"))
        #expect(strict.accepted.count < 38 && strict.accepted.count + strict.leftOut.count == 45)
        #expect(strict.accepted.allSatisfy { $0.warnings.isEmpty })
        #expect(Set(strict.accepted.map(\.index)).isSubset(of: verdict.accepted.map(\.index)))
    }

    @Test("several lists are trusted at once, and each replaces only its own provider's")
    func several() throws {
        let (first, anchors) = try Self.aamva()
        let (second, pinned) = try Self.rdw()
        let time = try Self.date("2025-03-01T00:00:00Z")
        var trust = IssuerTrust()
        try trust.add(first, by: .lenient, signers: anchors, at: time)
        try trust.add(second, by: .euPID, signers: pinned, at: time)
        #expect(trust.entries.count == 41)
        try trust.add(second, by: .euPID, signers: pinned, at: time, seen: VICAL.Seen(second))
        #expect(trust.entries.count == 41)
        // A document's policy decides how long a list is used after its next update is due.
        #expect(trust.anchors(at: time, by: .lenient).count == 41)
        #expect(trust.anchors(at: time, by: .aamva).count == 38 && trust.anchors(at: time).count == 38)
        let year = try Self.date("2026-03-01T00:00:00Z")
        #expect(trust.anchors(at: year, by: .euPID).count == 38 && trust.anchors(at: year).isEmpty)
    }

    @Test("a flipped bit of the payload, the signature or the signer's certificate is refused under every policy")
    func flips() throws {
        for (name, signers, time) in [
            ("aamva-2024-09-24", try Self.aamva().1, "2024-09-25T00:00:00Z"),
            ("rdw-2025-02-25", try Self.rdw().1, "2025-03-01T00:00:00Z"),
        ] {
            let bytes = try Self.bytes(name)
            let message = try VICAL(bytes[...]).message
            let payload = try #require(message.payload)
            for region in [
                payload.indices, message.signature.indices, try #require(message.header.chain.first).indices,
            ] {
                for place in stride(
                    from: region.lowerBound, to: region.upperBound, by: max(1, region.count / 5))
                {
                    var changed = bytes
                    changed[place] ^= 1 << UInt8(place % 8)
                    guard let list = try? VICAL(changed[...]) else { continue }
                    for policy in AcceptancePolicy.known {
                        #expect(try code(list, by: policy, signers, time) != nil, "\(name) \(place) \(policy)")
                    }
                }
            }
        }
    }
}
