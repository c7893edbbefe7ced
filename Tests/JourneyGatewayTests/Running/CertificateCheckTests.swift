import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Certificate checks", .timeLimit(.minutes(5)))
struct CertificateCheckTests {
    private let authority: DevelopmentAuthority
    private static let hour: TimeInterval = 3_600

    init() throws {
        authority = try DevelopmentAuthority(
            notBefore: Date(timeIntervalSinceNow: -2 * Self.hour), notAfter: Date(timeIntervalSinceNow: Self.hour))
    }

    /// Has `folder` use a new certificate, valid between these times in seconds from now.
    private func replace(
        _ folder: GatewayFolder, from begin: TimeInterval = -60, to end: TimeInterval = hour, isNamed: Bool = true
    ) throws {
        let (begin, end) = (Date(timeIntervalSinceNow: begin), Date(timeIntervalSinceNow: end))
        let identity =
            isNamed
            ? try authority.issue(names: ["gateway.localhost"], notBefore: begin, notAfter: end)
            : try authority.issueSigner(name: "gateway.localhost", notBefore: begin, notAfter: end)
        try folder.write("chain.pem", Array(identity.certificatePEM.utf8))
        try folder.write("key.pem", Array(identity.keyPEM.utf8), mode: 0o600)
    }

    /// Has `folder` use an OCSP response for its certificate that is valid for `minutes` from now.
    private func staple(_ folder: GatewayFolder, minutes: Int) throws {
        try folder.write("ca.pem", Array(authority.identity.certificatePEM.utf8))
        try folder.write("ca.key", Array(authority.identity.keyPEM.utf8), mode: 0o600)
        func path(_ name: String) -> String { folder.path + "/" + name }
        let serial = try run("openssl", ["x509", "-in", path("chain.pem"), "-noout", "-serial"]).text
            .replacing("serial=", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
        try folder.write("index", Array("V\t360101000000Z\t\t\(serial)\tunknown\t/CN=leaf\n".utf8))
        let made = try run(
            "openssl",
            [
                "ocsp", "-index", path("index"), "-CA", path("ca.pem"), "-rsigner", path("ca.pem"), "-rkey",
                path("ca.key"), "-issuer", path("ca.pem"), "-cert", path("chain.pem"), "-respout", path("staple"),
                "-nmin", "\(minutes)",
            ])
        #expect(made.status == 0, "\(made.text)")
        var members = GatewayFolder.configuration.object ?? [:]
        members["tls"] = ["certificateFile": "chain.pem", "keyFile": "key.pem", "stapleFile": "staple"]
        try folder.write("gateway.json", JSONValue.object(members).compactBytes)
    }

    /// Returns the error of a check at `time`.
    private func refusal(_ folder: GatewayFolder, at time: Date = Date()) async -> JourneyError? {
        var dependencies = Dependencies.system
        dependencies.now = { time }
        do throws(JourneyError) {
            _ = try await Gateway.examine(configuration: folder.file, dependencies: dependencies)
            return nil
        } catch { return error }
    }

    /// Starts a gateway and stops it. Returns the reasons that it logged against its certificates.
    private func warnings(_ folder: GatewayFolder) async throws -> [String?] {
        let lines = Mutex<[Log.Entry]>([])
        var dependencies = Dependencies.system
        dependencies.log = Log { entry in lines.withLock { $0.append(entry) } }
        let gateway = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
        await gateway.stop()
        return lines.withLock { lines in
            lines.filter { $0.sentence.hasPrefix("The server's certificates are not valid;") }.map { $0.fields[.event] }
        }
    }

    @Test(
        "a check refuses an expired, future or nameless certificate; a start logs it and continues")
    func certificates() async throws {
        try await GatewayFolder.visit { folder in
            for (begin, end, isNamed, sentence) in [
                (-Self.hour, -60, true, "tls: The server's certificate expired at "),
                (600, Self.hour, true, "tls: The server's certificate is not valid before "),
                (-60, Self.hour, false, "tls: The server's certificate has no DNS name or address in subjectAltName."),
            ] as [(TimeInterval, TimeInterval, Bool, String)] {
                try replace(folder, from: begin, to: end, isNamed: isNamed)
                let error = await refusal(folder)
                #expect(error?.code == .serverError && error?.message.hasPrefix(sentence) == true)
                let logged = try await warnings(folder)
                let reason = sentence.replacing(" ", with: "-")
                #expect(logged.count == 1 && logged.first??.hasPrefix(reason) == true)
            }
            try replace(folder)
            #expect(await refusal(folder) == nil)
            #expect(try await warnings(folder).isEmpty)
        }
    }

    @Test("a check refuses an OCSP response outside its validity")
    func staples() async throws {
        try await GatewayFolder.visit { folder in
            try replace(folder)
            let before = Date()
            try staple(folder, minutes: 10)
            let after = Date()
            let sentence = "tls: The OCSP response for the server's certificate is not valid at "
            #expect(await refusal(folder, at: after) == nil)
            for time in [before.addingTimeInterval(-30), after.addingTimeInterval(601)] {
                let error = await refusal(folder, at: time)
                #expect(error?.code == .serverError && error?.message.hasPrefix(sentence) == true)
            }
        }
    }

    @Test("too many client authorities for a handshake are refused, with or without a socket")
    func authorities() async throws {
        try await GatewayFolder.visit { folder in
            let place = "server.listeners[0].clientCertificates.authoritiesFile: "
            for listener: JSONValue in [
                [
                    "address": "127.0.0.1", "port": 0, "clientCertificates": ["authoritiesFile": "partners.pem"],
                ],
                ["activation": "https", "clientCertificates": ["authoritiesFile": "partners.pem"]],
            ] {
                var members = GatewayFolder.configuration.object ?? [:]
                members["listen"] = ["names": ["gateway.localhost"], "publicPort": 443]
                members["server"] = ["listeners": [listener]]
                try folder.write("gateway.json", JSONValue.object(members).compactBytes)
                for count in [64, 65] {
                    let list = String(repeating: authority.identity.certificatePEM, count: count)
                    try folder.write("partners.pem", Array(list.utf8))
                    let error = await refusal(folder)
                    #expect((error == nil) == (count == 64))
                    guard let error else { continue }
                    #expect(
                        error.message
                            == place + "There are 65 authorities of client certificates; 64 are allowed.")
                }
            }
        }
    }
}
