import Foundation
import JourneyCrypto
import JourneyHarness
import Testing

@Suite("File permissions for journey sign and verify", .serialized)
struct FileModeCommandTests {
    private let programs: Programs
    private var folder: String { programs.folder }

    init() throws { programs = try Programs() }

    private func write(_ text: String, _ name: String, mode: Int) throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test("a manifest is signed only with a key that its owner alone can read")
    func signingKey() async throws {
        let document = try write(#"{"journeyId": "x"}"#, "manifest.json", mode: 0o644)
        let pem = try P256PrivateKey.generate().pem()
        for mode in [0o600, 0o400, 0o640, 0o604, 0o644, 0o660] {
            let key = try write(pem, "key-\(String(mode, radix: 8)).pem", mode: mode)
            let (status, output) = try await programs.run(["sign", document, "--key", key])
            let isPrivate = mode & 0o077 == 0
            #expect(status == (isPrivate ? 0 : 2), "\(String(mode, radix: 8)): \(programs.errors)")
            #expect(output.isEmpty == !isPrivate)
            guard !isPrivate else { continue }
            #expect(programs.errors.contains("FILE_EXPOSED"))
            #expect(programs.errors.contains("\(key) has mode 0\(String(mode, radix: 8)):"))
        }
    }

    @Test("an anchor or key set that others can change verifies nothing", arguments: ["anchor", "keys"])
    func trust(option: String) async throws {
        let document = try write("{}", "manifest.json", mode: 0o644)
        let file = try write("{}", "trust.json", mode: 0o666)
        let (status, _) = try await programs.run(["verify", document, "--\(option)", file])
        #expect(status == 2)
        #expect(programs.errors.contains("FILE_WRITABLE") && programs.errors.contains("\(file) has mode 0666:"))
    }
}
