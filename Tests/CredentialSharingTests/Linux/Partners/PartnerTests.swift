import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import MobileDocument
import TestSupport
import Testing

@testable import CredentialSharing

/// Interoperability of both sides with independent programs, with Bumble's GATT on both sides.
@Suite(.serialized, .enabled(if: BumbleMedium.isPresent, BumbleMedium.missing), .timeLimit(.minutes(10)))
struct PartnerTests {
    private static let now = "\(Int(DocumentIssuerFixture.now.timeIntervalSince1970))"

    @Test(arguments: ["values", "channel"])
    func `a Python reader reads from our holder in both modes, and the result verifies`(way: String) async throws {
        let air = try await BumbleMedium()
        let office = try DocumentIssuerFixture()
        let root = Hex.encode(office.authority.authority.certificate.encoded)
        for (offer, mac) in [
            (ConnectionFixture.Offer.peripheral, false), (.central, true), (.both, false), (.central, false),
        ] {
            let ours = try await OurHolder(office, offer.methods)
            let transport = air.holderTransport
            async let end = ours.present(over: transport, mac: mac)
            let reader = try Partner.start(
                Partner.reader, [air.air, ours.engagement.address(), root, PartnerTests.now, way])
            var said: [String] = []
            for await line in reader.lines { said.append(line) }
            let proof = mac ? "deviceMac" : "deviceSignature"
            #expect(said == ["HOLDS 1 \(proof) Muster True 20003 3"], "\(offer)")
            #expect(await reader.wait() == 0)
            let ended = try await end
            #expect(ended == .finished)
        }
        await air.services.end()
    }

    @Test(arguments: ["values", "channel", "shut"])
    func `our reader reads from a Python holder in both modes, and the result verifies`(way: String) async throws {
        let air = try await BumbleMedium()
        for (mode, proof) in [("peripheral", "signature"), ("central", "mac"), ("peripheral", "mac")] {
            let holder = try Partner.start(Partner.holder, [air.air, mode, proof, PartnerTests.now, way])
            var said = holder.lines.makeAsyncIterator()
            let address = try #require(await said.next())
            let root = try #require(Hex.decode(await said.next() ?? ""))
            let ours = OurReader(
                engagement: try Engagement(address: address), trust: try IssuerTrust([try Certificate(root)]))
            let report = try await ours.read(over: air.readerTransport)
            #expect(report.checks(.failed).isEmpty, "\(report.checks(.failed))")
            #expect(report.elements.map(\.name.identifier).sorted() == OurReader.names.sorted())
            #expect(report.elements.filter { !$0.isCovered }.isEmpty)
            #expect(await said.next() == "ENDED {'status': 20}")
            #expect(await said.next() == "LEFT")
            #expect(await holder.wait() == 0)
        }
        await air.services.end()
    }

    @Test(arguments: [
        ("twice", TransportError.Reason?.none), ("deaf", .none), ("long", .tooLarge), ("torn", .disconnected),
    ])
    func `a peer that misuses the channel is disconnected and ends only its own connection`(
        what: String, reason: TransportError.Reason?
    ) async throws {
        let air = try await BumbleMedium()
        let office = try DocumentIssuerFixture()
        let ours = try await OurHolder(office, ConnectionFixture.Offer.peripheral.methods)
        let transport = air.holderTransport
        let handle = transport.open(try ConnectionPlan(holder: ours.engagement))
        let pest = try Partner.start(Partner.pest, [air.air, ours.engagement.address(), what])
        var said = pest.lines.makeAsyncIterator()
        #expect(await said.next() == "LEFT")
        #expect(await pest.wait() == 0)
        // A peer without a usable channel was never selected.
        if what != "deaf" {
            #expect(await handle.next == .connected)
            guard case .disconnected(let end) = await handle.next else {
                Issue.record("it went on")
                return
            }
            if case .dropped(let error) = end { #expect(error.reason == reason) } else { #expect(reason == nil) }
        }
        transport.disconnect(handle)
        let next = try await OurHolder(office, ConnectionFixture.Offer.peripheral.methods)
        async let end = next.present(over: transport)
        _ = try await OurReader(engagement: next.engagement, trust: office.trust).read(over: air.readerTransport)
        let ended = try await end
        #expect(ended == .finished)
        await air.services.end()
    }

    @Test func `a Python reader refuses a document of another issuer`() async throws {
        let air = try await BumbleMedium()
        let ours = try await OurHolder(try DocumentIssuerFixture(), ConnectionFixture.Offer.peripheral.methods)
        let other = Hex.encode(try DocumentIssuerFixture().authority.authority.certificate.encoded)
        let transport = air.holderTransport
        async let end = ours.present(over: transport)
        let reader = try Partner.start(
            Partner.reader, [air.air, ours.engagement.address(), other, PartnerTests.now, "values"], log: "/dev/null")
        for await line in reader.lines { Issue.record("it said: \(line)") }
        #expect(await reader.wait() != 0)
        let ended = try await end
        guard case .dropped = ended else {
            Issue.record("the reader's death was not a drop")
            return
        }
        await air.services.end()
    }
}
