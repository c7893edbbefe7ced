import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyServer
import TestSupport
import Testing

@testable import JourneyGateway

/// The gateway between a device and a bank that nobody here made: nginx demands a client certificate, glewlwyd gives the token.
@Suite(
    "Bank proxy beside nginx and glewlwyd",
    .enabled(
        if: PrivateNginx.isInstalled && PrivateGlewlwyd.isInstalled,
        "nginx or glewlwyd is missing: `make test` installs Debian's packages"))
struct BankGatewayTests {
    private static func files(_ authority: DevelopmentAuthority, _ client: DevelopmentIdentity) throws -> [String:
        [UInt8]]
    {
        let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
        let server = try authority.issue(names: ["localhost"], notBefore: begin, notAfter: end)
        return [
            "cert.pem": Array(server.certificatePEM.utf8), "key.pem": Array(server.keyPEM.utf8),
            "clients.pem": Array(authority.identity.certificatePEM.utf8),
        ]
    }

    @Test("a call has the client certificate, token and signature of the gateway, and the app has none of them")
    func call() async throws {
        let provider = try await PrivateGlewlwyd.start()
        let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
        let authority = try DevelopmentAuthority(notBefore: begin, notAfter: end)
        let client = try authority.issueClient(name: "gateway-client", notBefore: begin, notAfter: end)
        let bank = try PrivateNginx(files: try Self.files(authority, client)) { ports in
            """
            server {
                listen 127.0.0.1:\(ports[0]) ssl;
                ssl_certificate cert.pem; ssl_certificate_key key.pem;
                ssl_client_certificate clients.pem; ssl_verify_client on;
                location = /open-banking/v3.1/pisp/payments {
                    default_type application/json;
                    return 201 '{"subject": "$ssl_client_verify", "authorization": "$http_authorization", "signature": "$http_x_jws_signature", "key": "$http_x_idempotency_key", "partner": "$http_x_partner_id", "length": "$content_length"}';
                }
            }
            """
        }
        let signer = try RSAPrivateKey.generate()
        try await GatewayFolder.visit { folder in
            try folder.write("bank/client.pem", Array(client.certificatePEM.utf8))
            try folder.write("bank/client-key.pem", Array(client.keyPEM.utf8), mode: 0o600)
            try folder.write("bank/sign.pem", Array(try signer.pem().utf8), mode: 0o600)
            try folder.write("bank/secret", Array(PrivateGlewlwyd.client.secret.utf8), mode: 0o600)
            try folder.write(
                "bank/authorities.pem", Array((authority.identity.certificatePEM + provider.authorityPEM).utf8))
            var configuration = GatewayFolder.configuration.object ?? [:]
            let uk: [String: JSONValue] = [
                "server": .string("https://localhost:\(bank.ports[0])"), "authoritiesFile": "bank/authorities.pem",
                "clientCertificate": ["certificateFile": "bank/client.pem", "keyFile": "bank/client-key.pem"],
                "token": [
                    "address": .string("\(provider.issuer)/token"), "clientId": .string(PrivateGlewlwyd.client.id),
                    "secretFile": "bank/secret", "scope": "journeys",
                ],
                "signature": [
                    "keyFile": "bank/sign.pem", "keyId": "sign-1", "issuer": "org/software",
                    "trustAnchor": "openbanking.org.uk",
                ],
            ]
            configuration["banks"] = ["uk": .object(uk)]
            try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
            try folder.remove("published/transfer")
            try await folder.publish(
                "pay", sequence: 1, openAPI: BankJourney.openAPI.compactBytes, changes: BankJourney.changes())
            let gateway = try await Gateway.start(
                configuration: folder.file,
                bankTransport: { identity, authorities in
                    identity.map { CurlTransport(trust: TLSTrust(authorities: authorities), presenting: $0) }
                        ?? CurlTransport(trust: TLSTrust(authorities: authorities))
                })
            let url = try #require(
                HTTPSURL("https://gateway.localhost:\(gateway.port)/banks/uk/open-banking/v3.1/pisp/payments"))
            let body = Array("{\"Amount\": \"1.00\"}".utf8)
            var request = HTTPRequest(method: .post, url: url, headers: GatewayFixture.known, body: body)
            request.headers["Content-Type"] = "application/json"
            request.headers["x-idempotency-key"] = "key-1"
            let response = try await GatewayFixture.transport(folder).send(
                request, options: HTTPOptions(timeout: .seconds(30)))
            let seen = try JSONReader.read(response.body)
            #expect(response.status == 201)
            #expect(seen["subject"] == "SUCCESS" && seen["key"] == "key-1" && seen["partner"] == "")
            #expect(seen["length"] == .string(String(body.count)))
            let signature = try #require(seen["signature"]?.string).split(
                separator: ".", omittingEmptySubsequences: false)
            #expect(signature.count == 3 && signature[1].isEmpty)
            let signed = Array("\(signature[0]).\(Base64URL.encode(body))".utf8)
            #expect(
                PublicKey.rsa(signer.publicKey).verifies(
                    try #require(Base64URL.decode(signature[2])), of: signed, with: .ps256))
            // The token is the provider's, and not the app's.
            let token = try #require(seen["authorization"]?.string)
            #expect(token.hasPrefix("Bearer ey") && !token.contains(GatewayFolder.token))
            await gateway.stop()

            // Without its certificate, the bank refuses the gateway, and the app hears that nothing is known to have failed.
            configuration["banks"] = ["uk": .object(uk.filter { $0.key != "clientCertificate" })]
            try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
            let error = await GatewayFixture.code {
                _ = try await Gateway.start(configuration: folder.file, bankTransport: { _, _ in CurlTransport() })
            }
            #expect(error == .configurationInvalid)
        }
    }
}
