import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Development certificates for backends")
struct DevelopmentIssuingTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dev-\(UUID().uuidString)").path
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private var dependencies: Dependencies {
        let now = self.now
        return Dependencies(now: { now }, clock: ContinuousClock(), random: Dependencies.system.random)
    }

    private func state() throws -> DevelopmentState {
        try DevelopmentState(directory: folder, dependencies: dependencies)
    }

    private func validator(_ state: DevelopmentState, _ profile: CertificateProfile) throws -> CertificateValidator {
        let root = try Certificate.list(pem: state.authority.certificatePEM)[0]
        return CertificateValidator(anchors: [try TrustAnchor(root)], profile: profile)
    }

    @Test("each certificate is valid for its purpose only, in files that only their owner reads")
    func purposes() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = try state()
        let password = Secret(copying: Array("secret".utf8))
        let profiles: [DevelopmentState.Purpose: CertificateProfile] = [
            .server: .tlsServer, .client: .tlsClient, .signer: .signer,
        ]
        for (purpose, profile) in profiles {
            let names = purpose == .server ? ["api.localhost", "b.localhost"] : ["Payments, “backend”/1"]
            let issued = try state.issue(
                purpose, names: names, days: 5, password: password, dependencies: dependencies)
            let text = try String(contentsOfFile: issued.certificateFile, encoding: .utf8)
            let certificates = try Certificate.list(pem: text)
            #expect(certificates.count == 2)
            #expect(throws: Never.self) { try validator(state, profile).validate(certificates[0], at: now) }
            for other in profiles.values where other.name != profile.name && other.name != "signer" {
                #expect(throws: CertificateError.self) {
                    try validator(state, other).validate(certificates[0], at: now)
                }
            }
            let archive = try Data(contentsOf: URL(fileURLWithPath: #require(issued.pkcs12File)))
            let identity = try SigningIdentity(pkcs12: Array(archive), password: password)
            #expect(identity.certificate == certificates[0])
            for file in [issued.certificateFile, issued.keyFile, issued.pkcs12File ?? ""] {
                #expect(file.hasPrefix(folder + "/\(purpose)-"))
                #expect(!file.dropFirst(folder.count + 1).contains("/"))
                #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
            }
        }
        for names in [["pay.example"], ["api.localhost", "pay.example"], ["127.0.0.2"]] {
            #expect(throws: JourneyError.self) {
                try state.issue(.server, names: names, days: 5, dependencies: dependencies)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/server-pay.example.pem"))
        #expect(throws: JourneyError.self) {
            try state.issue(.server, names: ["pay.example\n"], days: 5, dependencies: dependencies)
        }
        #expect(throws: JourneyError.self) { try state.issue(.client, names: [], days: 5, dependencies: dependencies) }
        #expect(throws: JourneyError.self) {
            try state.issue(.client, names: ["a\0b"], days: 5, dependencies: dependencies)
        }
        let long = try state.issue(.client, names: ["c"], days: 90, dependencies: dependencies)
        #expect(long.pkcs12File == nil)
        #expect(long.identity.notAfter == state.authority.notAfter, "nothing outlives its authority")
    }

    @Test("an intermediate authority issues certificates that chain to the root")
    func intermediate() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = try state()
        let below = try state.issue(.intermediate, names: ["Issuing"], days: 9, dependencies: dependencies)
        let authority = try DevelopmentAuthority(
            certificatePEM: below.identity.certificatePEM, keyPEM: below.identity.keyPEM)
        let leaf = try authority.issue(names: ["a.localhost"], notBefore: now - 60, notAfter: now + 60)
        let path = try validator(state, .tlsServer).validate(
            Certificate(leaf.certificateDER), intermediates: [Certificate(below.identity.certificateDER)], at: now,
            host: ServerName("a.localhost"))
        #expect(path.certificates.count == 3)
        let outside = try authority.issue(names: ["pay.example"], notBefore: now - 60, notAfter: now + 60)
        let error = #expect(throws: CertificateError.self) {
            try validator(state, .tlsServer).validate(
                Certificate(outside.certificateDER), intermediates: [Certificate(below.identity.certificateDER)],
                at: now)
        }
        #expect(error?.reason == .nameNotPermitted)
    }

    @Test("a revocation is permanent, and only the authority's own certificates can be revoked")
    func revocation() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = try state()
        let (one, other) = (
            try Certificate(
                state.issue(.client, names: ["one"], days: 5, dependencies: dependencies).identity.certificateDER),
            try Certificate(
                state.issue(.client, names: ["two"], days: 5, dependencies: dependencies).identity.certificateDER)
        )
        #expect(try state.revoke([], dependencies: dependencies).list.revoked.isEmpty)
        _ = try state.revoke([one, one], dependencies: dependencies)
        let (list, file) = try state.revoke([], dependencies: dependencies)
        #expect(list.revoked.count == 1)
        #expect(try RevocationList.list(pem: String(contentsOfFile: file, encoding: .utf8))[0].encoded == list.encoded)
        var validator = try validator(state, .tlsClient)
        validator.revocation = .required
        let error = #expect(throws: CertificateError.self) {
            try validator.validate(one, at: now, revocationLists: [list])
        }
        #expect(error?.reason == .revoked)
        #expect(throws: Never.self) { try validator.validate(other, at: now, revocationLists: [list]) }

        let stranger = try DevelopmentAuthority(notBefore: now - 60, notAfter: now + 60)
            .issueClient(name: "one", notBefore: now - 60, notAfter: now + 60)
        #expect(throws: JourneyError.self) {
            try state.revoke([Certificate(stranger.certificateDER)], dependencies: dependencies)
        }
        try Data("damaged\n".utf8).write(to: URL(fileURLWithPath: folder + "/revoked"))
        #expect(throws: JourneyError.self) { try state.revoke([], dependencies: dependencies) }
    }
}
