import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Certificate renewal in a running gateway", .timeLimit(.minutes(5)))
struct CertificateRenewalTests {
    /// Returns the serial number of the certificate for a new connection, as seen by OpenSSL's client.
    private func serial(_ gateway: Gateway) async -> String {
        let (status, output) = await Tool.run(
            "sh",
            [
                "-c",
                "openssl s_client -connect 127.0.0.1:\(gateway.port) -servername gateway.localhost </dev/null 2>/dev/null"
                    + " | openssl x509 -noout -serial",
            ])
        #expect(status == 0)
        return output
    }

    /// Issues a certificate of another authority for `names`, as file contents.
    private func issue(_ names: [String], from begin: TimeInterval = -60) throws -> (chain: [UInt8], key: [UInt8]) {
        let (begin, end) = (Date().addingTimeInterval(begin), Date().addingTimeInterval(3_600))
        let identity = try DevelopmentAuthority(notBefore: Date().addingTimeInterval(-60), notAfter: end)
            .issue(names: names, notBefore: begin, notAfter: end)
        return (Array(identity.certificatePEM.utf8), Array(identity.keyPEM.utf8))
    }

    private func replace(_ folder: GatewayFolder, by fresh: (chain: [UInt8], key: [UInt8])) throws {
        try folder.write("chain.pem", fresh.chain)
        try folder.write("key.pem", fresh.key, mode: 0o600)
    }

    @Test("new connections use changed files, with or without a signal, and open ones continue")
    func renewal() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            #expect(try await ask.get("/ready").status == 200)
            let first = await serial(gateway)
            #expect(first.hasPrefix("serial="))
            gateway.renewCertificates()
            #expect(await serial(gateway) == first)
            try replace(folder, by: issue(["gateway.localhost"]))
            gateway.renewCertificates()
            let second = await serial(gateway)
            #expect(second.hasPrefix("serial=") && second != first)
            // This client would refuse a new connection: it doesn't trust the other authority.
            #expect(try await ask.get("/ready").status == 200)
            try replace(folder, by: issue(["gateway.localhost"]))
            try await gateway.reload()
            let third = await serial(gateway)
            #expect(third.hasPrefix("serial=") && third != second)
        }
    }

    @Test("unusable files change nothing, and the reason is logged once")
    func unusable() async throws {
        let lines = Mutex<[Log.Entry]>([])
        let sentence = "The changed certificate files cannot be used; run journey-gateway --check for the reason."
        var dependencies = Dependencies.system
        dependencies.log = Log { entry in if entry.sentence == sentence { lines.withLock { $0.append(entry) } } }
        try await GatewayFixture.run(dependencies) { folder, gateway, _ async throws in
            let first = await serial(gateway)
            let good = try issue(["gateway.localhost"])
            let early = try issue(["gateway.localhost"], from: 600)
            for (chain, key, reason) in [
                (
                    good.chain, try issue(["gateway.localhost"]).key,
                    "tls:-The-server's-private-key-does-not-belong-to-its-first-certificate,-of-"
                ), (Array("nothing".utf8), good.key, "tls:-The-server's-certificates-cannot-be-read:-"),
                (early.chain, early.key, "tls:-The-server's-certificate-is-not-valid-before-"),
            ] {
                try replace(folder, by: (chain, key))
                gateway.renewCertificates()
                gateway.renewCertificates()
                #expect(await serial(gateway) == first)
                let found = lines.withLock { lines in
                    defer { lines = [] }
                    return lines
                }
                #expect(found.count == 1 && found.first?.fields[.code] == "SERVER_ERROR")
                #expect(found.first?.fields[.event]?.hasPrefix(reason) == true)
                // What the log says of the check is true.
                let refused = await GatewayFixture.code { _ = try await Gateway.examine(configuration: folder.file) }
                #expect(refused == .serverError)
            }
            // The chain of a pair is written first, its key later.
            try folder.write("chain.pem", good.chain)
            try folder.remove("key.pem")
            gateway.renewCertificates()
            #expect(await serial(gateway) == first)
            try folder.write("key.pem", good.key, mode: 0o600)
            gateway.renewCertificates()
            #expect(await serial(gateway) != first)
        }
    }
}
