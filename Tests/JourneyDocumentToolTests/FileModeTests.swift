import JourneyCLI
import TestSupport
import Testing

@Suite("Permissions of files that journey mdoc trusts")
struct FileModeTests {
    @Test(
        "an authority file that others can change is refused",
        .enabled(if: Vectors.has("mdoc/annex_d/d4_1_2_device_response.hex"), "\(Vectors.missing)"),
        arguments: [(0o644, true), (0o664, false), (0o666, false), (0o646, false)])
    func anchors(mode: Int, isTaken: Bool) async throws {
        let line = try CommandLine()
        try line.annexD()
        try line.folder.setMode(mode, of: "iaca.der")
        let result = await line.run("verify", ":response.hex", "--trust", ":iaca.der", "--at", "2021-06-01T00:00:00Z")
        #expect((result.status == .badInput) == !isTaken, "\(result.talk)")
        guard !isTaken else { return }
        #expect(result.talk.contains("FILE_WRITABLE"))
        #expect(result.talk.contains("iaca.der has mode 0\(String(mode, radix: 8)):"))
    }

    @Test("a private key that others can read or change is refused", arguments: [0o640, 0o604, 0o660, 0o644])
    func privateKeys(mode: Int) async throws {
        let line = try CommandLine()
        _ = try line.folder.write(
            #"{"age_over_18": true, "age_over_21": true, "age_over_65": false}"#, "age.json")
        let words = ["issue", ":age.json", "-t", "av", "-a", ":office"]
        #expect(await line.run(words + ["--new-authority", "Utopia", "-o", ":age.hex"]).status == .done)
        try line.folder.setMode(mode, of: "office/signer-key.pem")
        let result = await line.run(words + ["-o", ":again.hex"])
        #expect(result.status == .badInput && result.talk.contains("FILE_EXPOSED"), "\(result.talk)")
        #expect(result.talk.contains("signer-key.pem has mode 0\(String(mode, radix: 8)):"))
    }
}
