import Foundation
import JourneyBase
import JourneyCrypto
import Testing
import WalletPass

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Development pass authority")
struct DevelopmentPassAuthorityTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dev-\(UUID().uuidString)").path
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let names = PassSignerNames(passTypeIdentifier: "pass.com.example.ticket", teamIdentifier: "ABCDE12345")
    /// A 29 by 29 picture according to its header, which is all that is checked.
    private let icon: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 29, 0, 0, 0, 29]
        + [8, 2, 0, 0, 0, 0, 0, 0, 0]

    private func dependencies(after seconds: TimeInterval = 0) -> Dependencies {
        let now = self.now + seconds
        return Dependencies(now: { now }, clock: ContinuousClock(), random: Dependencies.system.random)
    }

    private func state() throws -> DevelopmentState {
        try DevelopmentState(directory: folder, dependencies: dependencies())
    }

    private func pass(_ signer: PassIdentity) throws -> [UInt8] {
        let content: JSONValue = [
            "formatVersion": 1, "passTypeIdentifier": "pass.com.example.ticket", "serialNumber": "1",
            "teamIdentifier": "ABCDE12345", "organizationName": "Example", "description": "Ticket", "generic": [:],
        ]
        return try PassBuilder(signer: signer).build(["pass.json": content.compactBytes, "icon.png": icon], at: now)
    }

    @Test("the PKCS#12 signs passes that verify under its root, and the chain says it is not Apple's")
    func signs() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = try state()
        let issued = try state.passType(names, organization: "Example", dependencies: dependencies())
        let password = try #require(FileManager.default.contents(atPath: issued.passwordFile))
        let archive = try #require(FileManager.default.contents(atPath: issued.pkcs12File))
        let signer = try PassIdentity(SigningIdentity(pkcs12: Array(archive), password: Secret(copying: password)))
        #expect(signer.names == names)
        let root = try Certificate.list(pem: String(contentsOfFile: issued.rootFile, encoding: .utf8))[0]
        let verified = try PassVerifier(anchors: [TrustAnchor(root)]).verify(pass(signer), at: now)
        #expect(verified.path.certificates.count == 3)
        for authority in verified.path.certificates.dropFirst() {
            #expect("\(authority.subject)".contains("not Apple"))
        }
        // As a client certificate for pushes.
        let tls = CertificateValidator(anchors: [try TrustAnchor(root)], profile: .tlsClient)
        #expect(throws: Never.self) {
            try tls.validate(signer.identity.certificate, intermediates: signer.identity.chain, at: now)
        }
        let files = [
            issued.pkcs12File, issued.passwordFile, issued.keyFile, issued.certificateFile,
            folder + "/pass-root-key.pem",
            folder + "/pass-intermediate-key.pem",
        ]
        for file in files {
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        }
        let copies = try state.copy(files, to: folder + "/out")
        #expect(copies.count == files.count && FileManager.default.contents(atPath: copies[0]) == archive)
        #expect(try FileManager.default.attributesOfItem(atPath: copies[1])[.posixPermissions] as? Int == 0o600)
    }

    @Test("an existing certificate is reused; another team, a near expiry or --renew replaces it")
    func kept() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = try state()
        func certificate(
            _ names: PassSignerNames, _ organization: String = "Example", after: TimeInterval = 0, renew: Bool = false
        ) throws -> Certificate {
            try state.passType(
                names, organization: organization, renew: renew, dependencies: dependencies(after: after)
            ).identity.identity.certificate
        }
        let first = try certificate(names)
        #expect(try certificate(names) == first)
        #expect(try certificate(names, after: 86_400) == first)
        #expect(try certificate(names, after: 25 * 86_400) != first)
        #expect(try certificate(names, renew: true) != first)
        #expect(try certificate(names, "Other") != first)
        let other = PassSignerNames(passTypeIdentifier: names.passTypeIdentifier, teamIdentifier: "ZZZZZ12345")
        #expect(try PassSignerNames(certificate(other)) == other)
        // The authority is renewed before its certificates would outlive it.
        let root = try state.passAuthority(dependencies: dependencies()).root.certificate
        #expect(try state.passAuthority(dependencies: dependencies(after: 86_400)).root.certificate == root)
        #expect(try state.passAuthority(dependencies: dependencies(after: 60 * 86_400)).root.certificate != root)
    }

    @Test("invalid pass names get no certificate, and mismatched keys make no chain")
    func refused() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = try state()
        for (type, team) in [("com.example", "ABCDE12345"), ("pass.a", "short"), ("pass.a b", "ABCDE12345"), ("", "")] {
            let names = PassSignerNames(passTypeIdentifier: type, teamIdentifier: team)
            #expect(throws: JourneyError.self) {
                try state.passType(names, organization: "Example", dependencies: dependencies())
            }
        }
        let (one, other) = (
            try DevelopmentPassAuthority(notBefore: now, notAfter: now + 9_000),
            try DevelopmentPassAuthority(notBefore: now, notAfter: now + 9_000)
        )
        let (keys, theirs) = (try one.keysPEM(), try other.keysPEM())
        func read(_ rootKey: String, _ intermediate: String, _ intermediateKey: String) throws {
            _ = try DevelopmentPassAuthority(
                rootPEM: one.root.certificate.pem, rootKeyPEM: rootKey, intermediatePEM: intermediate,
                intermediateKeyPEM: intermediateKey)
        }
        #expect(throws: Never.self) { try read(keys.root, one.intermediate.certificate.pem, keys.intermediate) }
        #expect(throws: CryptoError.self) { try read(theirs.root, one.intermediate.certificate.pem, keys.intermediate) }
        #expect(throws: CryptoError.self) {
            try read(keys.root, other.intermediate.certificate.pem, theirs.intermediate)
        }
    }
}
