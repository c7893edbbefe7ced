import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyServer

/// The sessions that may be resumed.
@Suite("Session tickets")
struct TicketTests {
    private let fixture: TLSFixture

    init() throws { fixture = try TLSFixture() }

    /// Returns a client's session with `server`.
    private func ticket(_ server: TLSServerContext, _ settings: TLSClient.Settings) throws -> TLSClient.Ticket {
        let pair = try TLSPair(server, settings)
        #expect(pair.shakeHands() == .done && !pair.session.isResumed)
        // TLS 1.3 sends tickets after the handshake.
        _ = pair.write("answer")
        #expect(pair.client.read() == "answer")
        SSL_shutdown(pair.client.raw)
        return try #require(pair.client.ticket)
    }

    /// Returns `true` if `server` resumes `ticket`; `nil` if the handshake failed.
    private func isResumed(
        _ server: TLSServerContext, _ ticket: TLSClient.Ticket, _ settings: TLSClient.Settings
    ) throws -> Bool? {
        var settings = settings
        settings.session = ticket
        let pair = try TLSPair(server, settings)
        guard pair.shakeHands() == .done else { return nil }
        #expect(pair.session.isResumed == pair.client.isResumed)
        return pair.session.isResumed
    }

    private func settings(_ version: Int32) -> TLSClient.Settings {
        var settings = TLSClient.Settings()
        settings.newest = version
        return settings
    }

    @Test("ticket keys are valid for two periods", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func rotation(version: Int32) throws {
        let clock = ManualClock()
        let keys = TicketKeys(period: .seconds(600), now: { .start + clock.now.offset })
        let server = try fixture.server(ticketKeys: keys)
        // Seconds from the start of a period until the ticket is made, and from then on.
        let cases: [(Int64, Int64, Bool)] = [
            (0, 0, true), (0, 599, true), (0, 600, true), (0, 1_199, true), (0, 1_200, false), (599, 1, true),
            (599, 600, true), (599, 601, false), (0, 86_400, false),
        ]
        for (before, after, isGood) in cases {
            let passed = clock.now.offset.components.seconds % 600
            clock.advance(by: .seconds(600 - passed + before))
            let ticket = try ticket(server, settings(version))
            clock.advance(by: .seconds(after))
            #expect(try isResumed(server, ticket, settings(version)) == isGood, "\(before) \(after)")
        }
    }

    @Test("a session resumes only with the same keys", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func keys(version: Int32) throws {
        let keys = TicketKeys()
        let ticket = try ticket(fixture.server(ticketKeys: keys), settings(version))
        #expect(try isResumed(fixture.server(ticketKeys: keys), ticket, settings(version)) == true)
        #expect(try isResumed(fixture.server(), ticket, settings(version)) == false)
    }

    @Test("a session does not resume under another client policy", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func policies(version: Int32) throws {
        let keys = TicketKeys()
        let (one, two) = (try TLSFixture("One"), try TLSFixture("Two"))
        func policy(_ authorities: [TLSFixture], depth: Int = 2) throws -> ClientCertificates {
            try ClientCertificates(
                authoritiesPEM: authorities.map(\.root.certificate.pem).joined(), depth: depth)
        }
        let policies: [ClientCertificates?] = [
            nil, try policy([one]), try policy([two]), try policy([one, two]), try policy([one], depth: 1),
        ]
        var settings = settings(version)
        settings.identity = try one.issue([], .client)
        for (index, first) in policies.enumerated() where index != 2 {
            let ticket = try ticket(fixture.server(clients: first, ticketKeys: keys), settings)
            for (other, second) in policies.enumerated() {
                let server = try fixture.server(clients: second, ticketKeys: keys)
                let expected = other == 2 ? nil : other == index
                #expect(try isResumed(server, ticket, settings) == expected, "\(index) \(other)")
            }
        }
        // The same authorities in another order are the same policy.
        let ticket = try ticket(fixture.server(clients: policy([one, two]), ticketKeys: keys), settings)
        #expect(try isResumed(fixture.server(clients: policy([two, one]), ticketKeys: keys), ticket, settings) == true)
    }

    @Test(
        "a resumed session has its client's certificate, until that expires",
        arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func expiry(version: Int32) throws {
        let clock = Mutex(Date())
        let client = try fixture.issue([], .client, to: 900)
        let policy = try ClientCertificates(authoritiesPEM: fixture.root.certificate.pem)
        let server = try TLSServerContext(
            [fixture.issue().identity()], protocols: [], clients: policy, ticketKeys: TicketKeys(),
            now: { clock.withLock { $0 } })
        var settings = settings(version)
        settings.identity = client
        let ticket = try ticket(server, settings)
        for (time, isGood) in [(-1.0, true), (1.0, false)] {
            clock.withLock { $0 = client.certificate.notAfter.addingTimeInterval(time) }
            var resuming = settings
            resuming.session = ticket
            let pair = try TLSPair(server, resuming)
            #expect(pair.shakeHands() == .done)
            #expect(pair.session.isResumed == isGood && pair.session.peerCertificate == client.certificate.encoded)
        }
    }

    @Test("a ticket with any change needs a full handshake", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func tampering(version: Int32) throws {
        let server = try fixture.server()
        let ticket = try ticket(server, settings(version))
        var start: UnsafePointer<UInt8>?
        var count = 0
        SSL_SESSION_get0_ticket(ticket.raw, &start, &count)
        let memory = UnsafeMutablePointer(mutating: try #require(start))
        // Name, nonce, the encrypted session and the MAC behind it.
        for place in [0, 15, 16, 31, 32, count / 2, count - 33, count - 32, count - 1] {
            memory[place] ^= 1
            #expect(try isResumed(server, ticket, settings(version)) == false, "\(place) of \(count)")
            memory[place] ^= 1
        }
        #expect(try isResumed(server, ticket, settings(version)) == true)
    }
}
