import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneySandbox
import SandboxServices
import Testing

@Suite("Development state")
struct DevelopmentStateTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dev-\(UUID().uuidString)").path

    private func dependencies(days: Double = 0) -> Dependencies {
        Dependencies(
            now: { Date(timeIntervalSince1970: 1_800_000_000 + days * 86_400) }, clock: ContinuousClock(),
            random: Dependencies.system.random)
    }

    private func state(days: Double = 0, renew: Bool = false) throws -> DevelopmentState {
        try DevelopmentState(directory: folder + "/dev", dependencies: dependencies(days: days), renew: renew)
    }

    @Test("existing files are reused, and only their owner can read them")
    func stands() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try state()
        #expect(first.made.count == 11)
        let second = try state(days: 1)
        #expect(second.made == [])
        #expect(second.authority.certificatePEM == first.authority.certificatePEM)
        #expect(second.server.pin == first.server.pin)
        #expect(second.keyID == first.keyID)
        #expect(second.contextToken.withBytes { Array($0) } == first.contextToken.withBytes { Array($0) })
        for name in first.made + [".lock"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/dev/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        #expect(try FileManager.default.attributesOfItem(atPath: folder + "/dev")[.posixPermissions] as? Int == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/dev").count == 12)
    }

    @Test(
        "certificates are renewed before they end, keys and tokens are not",
        arguments: [
            (22.0, []), (24.0, ["server.pem", "server-key.pem"]),
            (60.0, ["authority.pem", "authority-key.pem", "server.pem", "server-key.pem"]),
            (-1.0, ["authority.pem", "authority-key.pem", "server.pem", "server-key.pem"]),
        ])
    func renews(days: Double, made: [String]) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try state()
        let later = try state(days: days)
        #expect(later.made == made)
        #expect(later.keyID == first.keyID)
        let now = dependencies(days: days).now()
        #expect(later.server.isValid(at: now, margin: 6 * 86_400))
        #expect(later.authority.notAfter >= later.server.notAfter)
    }

    @Test("a broken file is replaced, and a forced renewal replaces all certificates")
    func broken() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try state()
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: folder + "/dev/server.pem"))
        #expect(try state().made == ["server.pem", "server-key.pem"])
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: folder + "/dev/manifest-key.pem"))
        #expect(try state().made == ["manifest-key.pem", "manifest-keys.json", "manifest-anchor.json"])
        #expect(try state(renew: true).made.count == 4)
    }

    @Test(
        "the key set is signed by a root for the sandbox with its manifest key, and kept while valid"
    )
    func keySet() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try state()
        let now = dependencies(days: 0).now()
        let set = try ManifestKeySet.verify(first.keySet.document, anchor: first.anchor, now: now)
        #expect(
            set.keys.keyIDs == [first.keyID] && set.environment == "sandbox" && first.anchor.environment == "sandbox")
        #expect(first.rootKey.publicKey.thumbprint != first.keyID)
        #expect(try state(days: 82).keySet == first.keySet)
        let later = try state(days: 84)
        #expect(later.made.contains("manifest-keys.json") && later.keySet.version > first.keySet.version)
        #expect(later.anchor == first.anchor)
        // An unsigned set is replaced.
        try Data(first.keySet.document.dropLast(9)).write(to: URL(fileURLWithPath: folder + "/dev/manifest-keys.json"))
        #expect(try state(days: 84).made == ["manifest-keys.json", "manifest-anchor.json"])
    }

    @Test("an unusable folder is reported in a sentence")
    func refused() {
        #expect(throws: JourneyError.self) { try DevelopmentState(directory: "/proc/journey/dev") }
    }
}
