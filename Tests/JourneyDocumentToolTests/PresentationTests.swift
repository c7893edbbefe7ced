import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import TestSupport
import Testing

@Suite("journey mdoc, from issuing to verifying") struct PresentationTests {
    /// Returns a folder with an authority, a document, a request and a transcript.
    private func prepare() async throws -> CommandLine {
        let line = try CommandLine()
        _ = try line.folder.write(
            #"{"age_over_18": true, "age_over_21": true, "age_over_65": false}"#, "age.json")
        _ = try line.folder.write(
            Hex.encode(CBORValue.array([.null, .null, ["OpenID4VPHandover", .bytes([1])]]).encoded), "transcript.hex")
        let reader = try P256PrivateKey.generate()
        _ = try line.folder.write(try reader.pem(), "reader.pem", mode: 0o600)
        let issued = await line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "--new-authority", "Utopia", "-o", ":age.hex")
        #expect(issued.status == .done, "\(issued.talk)")
        let request = await line.run("request", "age_over_18", "age_over_70", "-d", "av", "-o", ":request.hex")
        #expect(request.status == .done, "\(request.talk)")
        return line
    }

    @Test("requested elements are shown and verify, by signature and MAC", arguments: [false, true])
    func whole(_ mac: Bool) async throws {
        let line = try await prepare()
        let shown =
            mac
            ? await line.run(
                "respond", ":request.hex", "--document", ":age.hex", "-k", ":age.hex.key.pem", "--transcript",
                ":transcript.hex", "--mac", "--reader-key", ":reader.pem", "-o", ":response.hex")
            : await line.run(
                "respond", ":request.hex", "--document", ":age.hex", "-k", ":age.hex.key.pem", "--transcript",
                ":transcript.hex", "-o", ":response.hex")
        #expect(shown.status == .done, "\(shown.talk)")
        let result = await line.run(
            "verify", ":response.hex", "--trust", ":office/iaca.pem", "--transcript", ":transcript.hex", "--request",
            ":request.hex", "--reader-key", ":reader.pem", "--json")
        #expect(result.status == .done, "\(result.output)")
        #expect(result.json?["failed"] == 0 && result.json?["notRun"] == 3)
        let elements = result.json?["documents"]?[0]?["elements"]?.array?.compactMap { $0["element"]?.string }
        #expect(elements == ["age_over_18", "age_over_65"])
    }

    @Test("withheld elements are not sent, another key cannot show, and another session fails")
    func refusals() async throws {
        let line = try await prepare()
        let some = await line.run(
            "respond", ":request.hex", "--document", ":age.hex", "-k", ":age.hex.key.pem", "--transcript",
            ":transcript.hex", "--withhold", "age_over_70", "-o", ":response.hex")
        #expect(some.status == .done)
        let result = await line.run("inspect", ":response.hex")
        #expect(result.output.contains("age_over_18") && !result.output.contains("age_over_65"))
        let thief = await line.run(
            "respond", ":request.hex", "--document", ":age.hex", "-k", ":reader.pem", "--transcript", ":transcript.hex")
        #expect(thief.status == .refused && thief.talk.contains("MDOC_KEY_MISMATCH"))
        _ = try line.folder.write(Hex.encode(CBORValue.array([.null, .null, .null]).encoded), "other.hex")
        let elsewhere = await line.run(
            "verify", ":response.hex", "--trust", ":office", "--transcript", ":other.hex", "--json")
        #expect(elsewhere.status == .refused && elsewhere.json?["failed"] == 1, "\(elsewhere.output)")
        let outcomes = elsewhere.json?["documents"]?[0]?["checks"]?.array
        #expect(outcomes?.first { $0["name"] == "device-authentication" }?["outcome"] == "failed")
        let three = await line.run("request", "age_over_18", "age_over_19", "age_over_20")
        #expect(three.status == .badInput && three.talk.contains("CBOR_NOT_ALLOWED"))
        #expect(await line.run("request", "x", "-d", "org.example.1").status == .badInput)
    }

    @Test("a request is signed only with its certificate's key")
    func signedRequest() async throws {
        let line = try await prepare()
        #expect(await line.run("reader", ":police", "--name", "Police").status == .done)
        let words = [
            "request", "age_over_18", "-d", "av", "--chain", ":police/reader.pem", "--transcript", ":transcript.hex",
        ]
        let signed = await line.run(words + ["-k", ":police/reader-key.pem", "-o", ":signed.hex"])
        #expect(signed.status == .done, "\(signed.talk)")
        #expect(await line.run("inspect", ":signed.hex").output.contains("certificate of CN=Police,"))
        let other = await line.run(words + ["-k", ":reader.pem"])
        #expect(other.status == .badInput && other.talk.contains("KEY_INVALID"))
    }
}
