import COpenSSL
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyServer

/// The selection of a certificate for a client.
@Suite("Server names")
struct ServerNamesTests {
    private static let certificates = [
        ["first.example", "shared.example"], ["*.bank.example", "shared.example"], ["pay.bank.example", "*.example"],
        ["XN--BCHER-KVA.Example", "*.*.deep.example", "*", "*.", "a*.odd.example"],
    ]

    @Test(
        "a name gets the certificate with that exact name, then a wildcard's, then the first",
        arguments: [
            ("first.example", 0), ("FIRST.Example", 0), ("shared.example", 0), ("www.bank.example", 1),
            ("WWW.bank.EXAMPLE", 1), ("pay.bank.example", 2), ("xn--bcher-kva.example", 3), ("*.bank.example", 1),
            ("bank.example", nil), ("a.b.bank.example", nil), (".bank.example", nil), ("first.example.", nil),
            ("wwwfirst.example", nil), ("first.example.evil.test", nil), ("other.example", nil), ("", nil),
            ("a.b.deep.example", nil), ("localhost", nil), ("abc.odd.example", nil), (".", nil),
        ])
    func choice(name: String, index: Int?) throws {
        let fixture = try TLSFixture()
        let issued = try ServerNamesTests.certificates.map { try fixture.issue($0) }
        #expect(ServerNames(issued.map(\.certificate)).index(for: name) == index)
        let server = try TLSServerContext(
            issued.map { $0.identity() }, protocols: ["http/1.1"], ticketKeys: TicketKeys())
        for version in [TLS1_2_VERSION, TLS1_3_VERSION] {
            var settings = TLSClient.Settings()
            (settings.name, settings.newest, settings.protocols) = (name.isEmpty ? nil : name, version, ["http/1.1"])
            let pair = try TLSPair(server, settings)
            #expect(pair.shakeHands() == .done)
            #expect(pair.client.serverCertificate == issued[index ?? 0].certificate.encoded)
            #expect(pair.session.agreedProtocol == "http/1.1")
        }
    }
}
