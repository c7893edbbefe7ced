import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Listeners")
struct ServerListenerTests {
    private static let identity = TLSIdentity(certificatePEM: "certificate", keyPEM: Secret(copying: "key".utf8))

    @Test(
        "a valid address is accepted, without TLS only where no other machine can reach it",
        arguments: [
            (.host("0.0.0.0", port: 0), false), (.host("::", port: 65_535), false),
            (.host("127.0.0.1", port: 80), true),
            (.host("127.1.2.3", port: 80), true), (.host("::1", port: 80), true), (.host("::2", port: 80), false),
            (.host("10.0.0.1", port: 80), false), (.unix(path: "/run/s", mode: 0o600), true),
            (.unix(path: "/run/s", mode: 0o660), true), (.inherited(descriptor: 3), true),
            (.unix(path: String(repeating: "a", count: 107), mode: 0o600), true),
        ] as [(ServerListener.Address, Bool)])
    func addresses(address: ServerListener.Address, mayBePlain: Bool) throws {
        let listener = try ServerListener(address, identities: [Self.identity])
        #expect(listener.address == address && listener.proxies == nil && !listener.isHealthOnly)
        if mayBePlain {
            #expect(try ServerListener(address, identities: [], isHealthOnly: true).identities.isEmpty)
        } else {
            let error = #expect(throws: JourneyError.self) { try ServerListener(address, identities: []) }
            #expect(error?.code == .serverError)
        }
    }

    @Test(
        "an invalid address is refused",
        arguments: [
            .host("localhost", port: 80), .host("[::1]", port: 80), .host("", port: 80), .host("127.0.0.1", port: -1),
            .host("127.0.0.1", port: 65_536), .unix(path: "", mode: 0o600), .unix(path: "/run/\0s", mode: 0o600),
            .unix(path: String(repeating: "a", count: 108), mode: 0o600), .unix(path: "/run/s", mode: 0o666),
            .unix(path: "/run/s", mode: 0o661), .unix(path: "/run/s", mode: 0o1600), .inherited(descriptor: 2),
            .inherited(descriptor: -1),
        ] as [ServerListener.Address])
    func mistakes(address: ServerListener.Address) {
        let error = #expect(throws: JourneyError.self) {
            _ = try ServerListener(address, identities: [Self.identity])
        }
        #expect(error?.code == .serverError)
    }

    @Test("client certificates require TLS")
    func clientCertificates() throws {
        let wanted = ServerListener.ClientCertificates(authoritiesPEM: "authority")
        let address = ServerListener.Address.unix(path: "/run/s", mode: ServerListener.ownerOnly)
        #expect(
            try ServerListener(address, identities: [Self.identity], clientCertificates: wanted).clientCertificates
                == wanted)
        #expect(throws: JourneyError.self) {
            _ = try ServerListener(address, identities: [], clientCertificates: wanted)
        }
    }

    @Test("an inherited socket may be without TLS if it is local")
    func inherited() {
        #expect(ServerListener.mayBePlain(at: .unix))
        #expect(ClientAddress(text: "127.0.0.1").map(ServerListener.mayBePlain) == true)
        #expect(ClientAddress(text: "192.0.2.1").map(ServerListener.mayBePlain) == false)
    }
}
