import COpenSSL
import Foundation
import JourneyBase
import Testing

@testable import JourneyDevice

/// Client certificates against servers that require one.
struct ClientIdentityTests {
    private func code(
        _ identity: ClientIdentity?, authority: String, newest: Int32 = TLS1_3_VERSION
    ) async throws -> String {
        let server = try RawTLSServer(
            Loopback.setup.get().identity, newest: newest, clientAuthority: authority, serve: Loopback.answer)
        let transport = CurlTransport(trust: try Loopback.trust(), identity: identity)
        return await Loopback.code {
            try await transport.send(Loopback.request(server), options: Loopback.patient).status
        }
    }

    @Test(
        "a client certificate in PEM or DER is sent and proved over TLS 1.3 and 1.2",
        arguments: [TLS1_3_VERSION, TLS1_2_VERSION])
    func shown(newest: Int32) async throws {
        let client = try TestClient.make()
        #expect(try await code(client.identity, authority: client.file, newest: newest) == "no error: 200")
        let der = ClientIdentity(certificatePEM: client.identity.certificatePEM, key: try client.keyInDER())
        #expect(try await code(der, authority: client.file, newest: newest) == "no error: 200")
    }

    @Test("a missing or untrusted client certificate is TLS_FAIL", arguments: [TLS1_3_VERSION, TLS1_2_VERSION])
    func refused(newest: Int32) async throws {
        let (client, stranger) = (try TestClient.make(), try TestClient.make("stranger"))
        #expect(try await code(nil, authority: client.file, newest: newest) == "TLS_FAIL")
        #expect(try await code(stranger.identity, authority: client.file, newest: newest) == "TLS_FAIL")
    }

    @Test("an unusable certificate or key is CONFIGURATION_INVALID before anything is sent")
    func broken() async throws {
        let (client, other) = (try TestClient.make(), try TestClient.make("other"))
        let (pem, key) = (client.identity.certificatePEM, client.identity.key)
        for identity in [
            ClientIdentity(certificatePEM: "", key: key), ClientIdentity(certificatePEM: "hello", key: key),
            ClientIdentity(certificatePEM: pem, key: other.identity.key),
            ClientIdentity(certificatePEM: pem, key: Secret(copying: [])),
            ClientIdentity(certificatePEM: pem, key: Secret(copying: [0x30, 0x82, 0xFF, 0xFF])),
            ClientIdentity(certificatePEM: pem, key: Secret(copying: Array("-----BEGIN PRIVATE KEY-----".utf8))),
        ] {
            #expect(try await code(identity, authority: client.file) == "CONFIGURATION_INVALID")
        }
    }

    @Test("what is wrong with a certificate and key is said, without the key")
    func causes() throws {
        let (client, other) = (try TestClient.make(), try TestClient.make("other"))
        let (pem, key) = (client.identity.certificatePEM, client.identity.key)
        for (identity, cause) in [
            (
                ClientIdentity(certificatePEM: "hello", key: key),
                "The client's certificate can't be read: no start line."
            ),
            (
                ClientIdentity(certificatePEM: pem, key: other.identity.key),
                "The client's private key does not belong to its first certificate: key values mismatch."
            ),
            (
                ClientIdentity(certificatePEM: pem, key: Secret(copying: [])),
                "The client's private key can't be read: the file is empty."
            ),
            (
                ClientIdentity(certificatePEM: pem, key: Secret(copying: [0x30, 0x82, 0xFF, 0xFF])),
                "The client's private key can't be read: it is not DER of a supported key."
            ),
        ] {
            #expect(throws: JourneyError(.configurationInvalid, cause)) { _ = try CurlIdentity(identity) }
        }
    }
}
