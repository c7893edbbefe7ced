import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import TestSupport
import Testing

@Suite("journey mdoc vical") struct VICALCommandTests {
    /// Returns a folder with an authority of documents, a signer of lists, and a list of the authority by the signer.
    private func prepare() async throws -> CommandLine {
        let line = try CommandLine()
        _ = try line.folder.write(#"{"age_over_18": true}"#, "age.json")
        let issued = await line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "--new-authority", "Utopia", "-o", ":age.hex")
        #expect(issued.status == .done, "\(issued.talk)")
        let signer = await line.run("vical", "signer", ":lists", "--name", "Utopia Lists")
        #expect(signer.status == .done, "\(signer.talk)")
        let made = await line.run(VICALCommandTests.making + ["-d", "av", "--number", "7", "-o", ":list.hex"])
        #expect(made.status == .done && made.talk.contains("Listed: C=UT, CN=Utopia."), "\(made.talk)")
        return line
    }

    /// The authority's folder also contains its document signer, which is not listed.
    private static let making = [
        "vical", "make", ":office", "--provider", "Utopia Lists", "--chain", ":lists/signer.pem", "-k",
        ":lists/signer-key.pem",
    ]

    @Test("a list signer is created once with private keys, and an invalid country creates nothing")
    func signer() async throws {
        let line = try await prepare()
        let again = await line.run("vical", "signer", ":lists", "--name", "Others")
        #expect(again.status == .refused && again.talk.contains("VICAL_SIGNER_EXISTS"))
        for key in ["root-key.pem", "signer-key.pem"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: line.path("lists/" + key))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(key)")
        }
        #expect(await line.run("vical", "signer", ":nobody").status == .badInput)
        let nowhere = await line.run("vical", "signer", ":nowhere", "--name", "N", "--country", "Utopia", "--json")
        #expect(nowhere.status == .badInput && nowhere.json?["error"]?["code"] == "MDOC_CERTIFICATE")
        #expect(!FileManager.default.fileExists(atPath: line.path("nowhere")))
    }

    @Test("a list is dissected by inspect, and accepted only under its authority")
    func check() async throws {
        let line = try await prepare()
        let shown = await line.run("inspect", ":list.hex")
        #expect(shown.status == .done && shown.output.hasPrefix("VICAL, "))
        for text in ["\"vicalProvider\": \"Utopia Lists\"", "eu.europa.ec.av.1", "certificate of C=UT, CN=Utopia,"] {
            #expect(shown.output.contains(text), "\(text)")
        }
        for trust in [":lists", ":lists/root.pem"] {
            let good = await line.run("vical", "check", ":list.hex", "--trust", trust, "--least", "7", "--json")
            #expect(good.status == .done && good.json?["refusal"] == .null, "\(good.talk)")
            #expect(good.json?["issueID"] == 7 && good.json?["authorities"]?.array?.count == 1)
            #expect(good.json?["authorities"]?[0]?["subject"] == "C=UT, CN=Utopia")
        }
        let late = (Date() + 91 * 86_400).formatted(.iso8601)
        for (words, code) in [
            ([], "CERT_NO_PATH"), (["--trust", ":office"], "CERT_NO_PATH"),
            (["--trust", ":lists", "--least", "8"], "MDOC_VICAL_ROLLBACK"),
            (["--trust", ":lists", "--at", late], "MDOC_VICAL_EXPIRED"),
        ] as [([String], String)] {
            let bad = await line.run(["vical", "check", ":list.hex"] + words)
            #expect(bad.status == .refused && bad.talk.contains(code), "\(words): \(bad.talk)")
        }
        #expect(await line.run("vical", "check", ":list.hex", "--trust", ":lists/signer.pem").status == .badInput)
        #expect(await line.run("vical", "check", ":age.hex").status == .badInput)
    }

    @Test("a list verifies a response for its document types while it is current")
    func verify() async throws {
        let line = try await prepare()
        _ = try line.folder.write(
            Hex.encode(CBORValue.array([.null, .null, ["OpenID4VPHandover", .bytes([1])]]).encoded), "transcript.hex")
        #expect(await line.run("request", "age_over_18", "-d", "av", "-o", ":request.hex").status == .done)
        let response = await line.run(
            "respond", ":request.hex", "--document", ":age.hex", "-k", ":age.hex.key.pem", "--transcript",
            ":transcript.hex", "-o", ":response.hex")
        #expect(response.status == .done, "\(response.talk)")
        let other = await line.run(VICALCommandTests.making + ["-d", "mdl", "-o", ":other.hex"])
        #expect(other.status == .done)
        let verify = [
            "verify", ":response.hex", "--transcript", ":transcript.hex", "--request", ":request.hex", "--json",
        ]
        func run(_ words: String...) async -> CommandLine.Result { await line.run(verify + words) }

        let plain = await run("--trust", ":office")
        #expect(plain.status == .done && plain.json?["failed"] == 0, "\(plain.output)\(plain.talk)")
        let listed = await run("--vical", ":list.hex", "--vical-trust", ":lists", "--vical-least", "7")
        #expect(listed.status == .done && listed.json?["failed"] == 0, "\(listed.output)\(listed.talk)")
        #expect(listed.json?["passed"] == plain.json?["passed"])
        let narrow = await run("--vical", ":other.hex", "--vical-trust", ":lists")
        #expect(narrow.status == .refused && narrow.output.contains("MDOC_NOT_TRUSTED_FOR_TYPE"))
        let stranger = await run("--vical", ":list.hex", "--vical-trust", ":office")
        #expect(stranger.status == .refused && stranger.json?["error"]?["code"] == "CERT_NO_PATH")
        let old = await run("--vical", ":list.hex", "--vical-trust", ":lists", "--vical-least", "8")
        #expect(old.status == .refused && old.json?["error"]?["code"] == "MDOC_VICAL_ROLLBACK")
        #expect(await run("--vical", ":list.hex").status == .badInput)
    }

    @Test("a document signer, another's key, and a folder without an authority make no list")
    func refusals() async throws {
        let line = try await prepare()
        func make(_ authorities: String, _ chain: String, _ key: String) async -> CommandLine.Result {
            await line.run("vical", "make", authorities, "--provider", "P", "--chain", chain, "-k", key, "-d", "av")
        }
        let folder = line.path("nobody")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: line.path("office/signer.pem"), toPath: folder + "/signer.pem")
        for (authorities, chain, key, code) in [
            (":office", ":office/signer.pem", ":office/signer-key.pem", "MDOC_CERTIFICATE"),
            (":office", ":lists/signer.pem", ":office/signer-key.pem", "KEY_INVALID"),
            (":office/signer.pem", ":lists/signer.pem", ":lists/signer-key.pem", "CERT_AUTHORITY"),
            (":nobody", ":lists/signer.pem", ":lists/signer-key.pem", "CERTIFICATE_MISSING"),
        ] {
            let result = await make(authorities, chain, key)
            #expect(result.status == .badInput && result.talk.contains(code), "\(authorities): \(result.talk)")
        }
    }
}
