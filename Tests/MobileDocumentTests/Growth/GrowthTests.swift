import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// Four times the input takes about four times as long; quadratic time would take sixteen times. Measured is the
/// processor time of this thread, the least of several runs, independent of other load.
@Suite("Running time grows linearly with the input", .serialized)
struct GrowthTests {
    private static let most = 8.0

    private func least(_ body: () throws -> Void) rethrows -> Double {
        try body()
        return try (0..<5).map { _ in
            var (start, end) = (timespec(), timespec())
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
            try body()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
            return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
        }.min() ?? .nan
    }

    /// Returns the factor by which four times `count` takes longer.
    private func growth(from count: Int, _ make: (Int) async throws -> () throws -> Void) async throws -> Double {
        let (small, large) = (try await make(count), try await make(4 * count))
        return try least(large) / least(small)
    }

    private func names(_ count: Int) -> [String] { (0..<count).map { "element_\($0)" } }

    /// Returns a presentation of a licence with `count` further elements, all of them requested.
    private func shown(_ count: Int) async throws -> Presentation {
        var shown = try await Presentation { content in
            for name in names(count) { content.values[DocumentIssuerFixture.licence, default: [:]][name] = "a value" }
        }
        shown.request.elements += names(count).map { ElementName(DocumentIssuerFixture.licence, $0) }
        return shown
    }

    @Test("the measurement detects quadratic growth")
    func control() async throws {
        let growth = try await growth(from: 500) { count in
            let list = names(count)
            return { for name in list { _ = list.firstIndex { $0 == name + "!" } } }
        }
        #expect(growth > Self.most)
    }

    @Test("selecting, parsing and verifying elements is linear")
    func elements() async throws {
        let selected = try await growth(from: 400) { count in
            let shown = try await shown(count)
            return { _ = ElementSelection(shown.request, from: shown.issued) { _ in true } }
        }
        #expect(selected < Self.most, "\(selected)")
        let verified = try await growth(from: 400) { count in
            let shown = try await shown(count)
            let (bytes, verifier) = (try await shown.response(), try shown.verifier)
            return {
                let report = try shown.report(bytes, by: verifier)
                #expect(!report.hasFailure)
            }
        }
        #expect(verified < Self.most, "\(verified)")
    }

    @Test("namespaces with an age statement each are linear")
    func nameSpaces() async throws {
        let growth = try await growth(from: 100) { count in
            var shown = try await Presentation { content in
                for name in names(count) { content.values[name] = ["age_over_18": true] }
            }
            shown.request.elements = names(count).prefix(2).map { ElementName($0, "age_over_18") }
            // The response of a device that ignores the request.
            let all = RequestedDocument(
                docType: .drivingLicence, elements: names(count).map { ElementName($0, "family_name") })
            let answer = DeviceResponse.Answer(
                shown.issued, ElementSelection(all, from: shown.issued) { _ in true }, key: .signature(shown.device))
            let bytes = try await DeviceResponse.encode([answer], transcript: shown.transcript)
            let verifier = try shown.verifier
            return { _ = try shown.report(bytes, by: verifier, requests: [all]) }
        }
        #expect(growth < Self.most, "\(growth)")
    }

    @Test("documents with a request each are linear")
    func documents() async throws {
        let shown = try await Presentation()
        let growth = try await growth(from: 16) { count in
            let answer = DeviceResponse.Answer(
                shown.issued, ElementSelection(shown.request, from: shown.issued) { _ in true },
                key: .signature(shown.device))
            let bytes = try await DeviceResponse.encode(
                Array(repeating: answer, count: count), transcript: shown.transcript)
            let (verifier, requests) = (try shown.verifier, Array(repeating: shown.request, count: count))
            return {
                let report = try shown.report(bytes, by: verifier, requests: requests)
                #expect(!report.hasFailure)
            }
        }
        #expect(growth < Self.most, "\(growth)")
    }

    @Test("elements of a request are linear")
    func requests() async throws {
        let growth = try await growth(from: 500) { count in
            let elements = names(count).map { DocumentRequest.Element($0, isRetained: false) }
            let bytes = try DeviceRequestDraft([
                .init(.drivingLicence, [.init(DocumentIssuerFixture.licence, elements)])
            ]).request()
                .encoded
            return { _ = try DeviceRequest(bytes) }
        }
        #expect(growth < Self.most, "\(growth)")
    }

    @Test("certificates in a signature, trust store and list are linear")
    func certificates() async throws {
        let office = try DocumentIssuerFixture()
        let shown = try await Presentation(office)
        let bytes = try await shown.response()
        let others = try (0..<64).map { _ in try DocumentIssuerFixture().authority.authority.certificate }
        let trusted = try await growth(from: 16) { count in
            let verifier = DocumentVerifier(
                trust: try IssuerTrust(others.prefix(count) + [office.authority.authority.certificate]))
            return {
                let report = try shown.report(bytes, by: verifier)
                #expect(!report.hasFailure)
            }
        }
        #expect(trusted < Self.most, "\(trusted)")
        let chained = try await growth(from: 4) { count in
            let chain = [office.signer] + others.prefix(count - 1)
            let auth = try await COSESign1(
                signing: Array(shown.issued.issuerAuth.payload ?? []), with: office.signerKey, fields: .chain(chain))
            var forged = try Forged(shown)
            let selection = ElementSelection(shown.request, from: shown.issued) { _ in true }
            forged.issuerSigned = Forged.issuerSigned(
                selection.nameSpaces.map { ($0.name, $0.items.map { Array($0.encoded) }) }, auth: Array(auth.encoded))
            let (bytes, verifier) = (try await forged.response(), try shown.verifier)
            return {
                let report = try shown.report(bytes, by: verifier)
                #expect(!report.hasFailure)
            }
        }
        #expect(chained < Self.most, "\(chained)")
        let provider = try office.authority.vicalSigner(
            .init(commonName: "Provider", country: "UT"), spki: office.signerKey.publicKey.spki,
            notBefore: DocumentIssuerFixture.now - DocumentIssuerFixture.day,
            notAfter: DocumentIssuerFixture.now + DocumentIssuerFixture.day)
        let listed = try await growth(from: 16) { count in
            let list = try await VICAL.make(
                provider: "Provider", authorities: others.prefix(count).map { ($0, [.drivingLicence]) },
                date: DocumentIssuerFixture.now - 60, signer: office.signerKey, chain: [provider])
            let (bytes, anchor) = (list.message.encoded, try TrustAnchor(office.authority.authority.certificate))
            return {
                var trust = IssuerTrust()
                try trust.add(VICAL(bytes), anchors: [anchor], at: DocumentIssuerFixture.now, least: nil)
                #expect(trust.entries.count == count)
            }
        }
        #expect(listed < Self.most, "\(listed)")
    }
}
