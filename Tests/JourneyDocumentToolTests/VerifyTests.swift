import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import TestSupport
import Testing

@Suite("journey mdoc verify", .enabled(if: Vectors.has("mdoc/annex_d/keys.json"), "\(Vectors.missing)"))
struct VerifyTests {
    private static let time = "2021-06-01T00:00:00Z"

    /// Writes the reader's key of annex D in each form.
    private func writeKeys(_ line: CommandLine) throws {
        let json = try #require(try Vectors.json("mdoc/annex_d/keys.json")["ephemeral_reader"])
        func bytes(_ name: String) -> [UInt8] { Hex.decode(json[name]?.string ?? "") ?? [] }
        let key = try P256PrivateKey(scalar: Secret(copying: bytes("d")))
        _ = try line.folder.write(try key.pem(), "reader.pem", mode: 0o600)
        _ = try line.folder.write(
            JSONValue.object([
                "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(bytes("x"))),
                "y": .string(Base64URL.encode(bytes("y"))), "d": .string(Base64URL.encode(bytes("d"))),
            ]).compactText, "reader.jwk", mode: 0o600)
        let cose: CBORValue = [
            1: 2, -1: 1, -2: .bytes(bytes("x")), -3: .bytes(bytes("y")), -4: .bytes(bytes("d")),
        ]
        _ = try line.folder.write(cose.encoded, "reader.cose", mode: 0o600)
        _ = try line.folder.write(Hex.encode(cose.encoded), "reader.hex", mode: 0o600)
    }

    @Test(
        "annex D has no failed check, with the reader's key as PEM, JWK and COSE_Key",
        arguments: ["pem", "jwk", "cose", "hex"])
    func annexD(_ form: String) async throws {
        let line = try CommandLine()
        try line.annexD()
        try writeKeys(line)
        let result = await line.run(
            "verify", ":response.hex", "--trust", ":iaca.der", "--transcript", ":transcript.hex", "--reader-key",
            ":reader.\(form)", "--at", Self.time, "--json")
        #expect(result.status == .done, "\(result.talk)")
        let json = try #require(result.json)
        #expect(json["passed"] == 10 && json["failed"] == 0 && json["notRun"] == 5)
        let checks = try #require(json["documents"]?[0]?["checks"]?.array)
        #expect(checks.count == 15 && checks[1]["name"] == "issuer-certificate" && checks[1]["outcome"] == "passed")
        #expect(checks.first { $0["name"] == "device-authentication" }?["outcome"] == "passed")
    }

    @Test("a failed check is status 3, with its code; a check without its input is not run and no failure")
    func outcomes() async throws {
        let line = try CommandLine()
        try line.annexD()
        let untrusted = await line.run("verify", ":response.hex", "--at", Self.time)
        #expect(untrusted.status == .refused && untrusted.output.contains("MDOC_NOBODY_TRUSTED"))
        #expect(untrusted.output.contains("not run") && !untrusted.output.lowercased().contains("verified"))
        // A person reads words; the notation of CBOR is in the JSON.
        for words in ["Driving licence (org.iso.18013.5.1.mDL)", "Family name: Doe", "Date of issue: 20 October 2019"] {
            #expect(untrusted.output.contains(words), "\(untrusted.output)")
        }
        #expect(untrusted.output.contains("Photo: JPEG picture, ") && !untrusted.output.contains("1004("))
        #expect(!untrusted.output.contains("vehicle_category_code"))
        let json = try #require(await line.run("verify", ":response.hex", "--at", Self.time, "--json").json)
        let elements = try #require(json["documents"]?[0]?["elements"]?.array)
        let issued = try #require(elements.first { $0["element"] == "issue_date" })
        #expect(issued["text"] == "20 October 2019" && issued["value"] == "1004(\"2019-10-20\")")
        let partly = await line.run("verify", ":response.hex", "--trust", ":iaca.der", "--at", Self.time)
        #expect(partly.status == .done && partly.output.contains("not run"))
        let late = await line.run("verify", ":response.hex", "--trust", ":iaca.der")
        #expect(late.status == .refused && late.output.contains("CERT_EXPIRED"))
        let empty = try line.folder.write(CBORValue.map(["version": "1.0", "status": 0]).encoded, "empty")
        #expect(await line.run("verify", empty).status == .refused)
    }

    @Test("unparsable input is status 2 with a code and a location")
    func badInput() async throws {
        let line = try CommandLine()
        try line.annexD()
        let text = String(decoding: try line.folder.read("response.hex"), as: UTF8.self).filter { !$0.isWhitespace }
        for (name, content) in [
            ("cut", String(text.dropLast(2))), ("more", text + "00"), ("odd", "a1"), ("words", "not a response"),
            ("empty", ""),
        ] {
            let path = try line.folder.write(content, name)
            let result = await line.run("verify", path, "--trust", ":iaca.der", "--json")
            #expect(result.status == .badInput, "\(name)")
            #expect(result.json?["error"]?["code"]?.string?.hasPrefix("CBOR_") == true, "\(name)")
            #expect(result.json?["error"]?["message"]?.string?.contains("at byte") == true, "\(name)")
        }
        #expect(await line.run("verify", ":missing").status == .badInput)
        #expect(await line.run("verify", ":response.hex", "--trust", ":missing").status == .badInput)
        #expect(
            await line.run("verify", ":response.hex", "--transcript", ":response.hex").status == .badInput)
        #expect(await line.run("verify", ":response.hex", "--at", "yesterday").status == .badInput)
        try line.folder.setMode(0o600, of: "iaca.der")
        let reader = await line.run(
            "verify", ":response.hex", "--reader-key", ":iaca.der", "--transcript", ":transcript.hex")
        #expect(reader.status == .badInput && reader.talk.contains("KEY_INVALID"))
    }

    @Test("a response is accepted as base64url, as bytes, and with white space")
    func forms() async throws {
        let line = try CommandLine()
        try line.annexD()
        let text = String(decoding: try line.folder.read("response.hex"), as: UTF8.self).filter { !$0.isWhitespace }
        let bytes = try #require(Hex.decode(text))
        _ = try line.folder.write(bytes, "response.cbor")
        _ = try line.folder.write(Base64URL.encode(bytes) + "\n", "response.txt")
        _ = try line.folder.write(
            text.uppercased().enumerated().map { ($0 % 64 == 0 ? "\n" : "") + String($1) }.joined(), "lines")
        for name in ["response.cbor", "response.txt", "lines"] {
            let result = await line.run("verify", ":" + name, "--trust", ":iaca.der", "--at", Self.time, "--json")
            #expect(result.status == .done && result.json?["failed"] == 0, "\(name)")
        }
        let wrong = await line.run("verify", ":response.txt", "--input", "hex")
        #expect(wrong.status == .badInput)
    }
}
