import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite(
    "journey mdoc with published lists", .enabled(if: Vectors.has("openid4vc/vical"), "\(Vectors.missing)"))
struct PublishedListCommandTests {
    private let aamva = Vectors.path("openid4vc/vical/aamva-2024-09-24.cbor")
    private let rdw = Vectors.path("openid4vc/vical/rdw-2025-02-25.cbor")

    /// Returns a folder with the anchor of AAMVA's list and RDW's own certificate.
    private func prepare() throws -> CommandLine {
        let line = try CommandLine()
        let root = try Vectors.bytes("openid4vc/vical/aamva_root.pem")
        _ = try line.folder.write(String(decoding: root, as: UTF8.self), "root.pem")
        let chain = try VICAL(Vectors.bytes("openid4vc/vical/rdw-2025-02-25.cbor")[...]).message.header.chain
        _ = try line.folder.write(try Certificate(Array(try #require(chain.first))).pem, "rdw.pem")
        return line
    }

    @Test("AAMVA's list is accepted with counts, then with a warning, and refused by the standard's policy")
    func checkAAMVA() async throws {
        let line = try prepare()
        func check(_ policy: String, _ time: String) async -> CommandLine.Result {
            await line.run(
                ["vical", "check", aamva, "--trust", ":root.pem", "--policy", policy, "--at", time, "--json"])
        }
        let fresh = await check("aamva", "2024-09-25T00:00:00Z")
        #expect(fresh.status == .done && fresh.json?["refusal"] == .null, "\(fresh.output)\(fresh.talk)")
        #expect(fresh.json?["entries"] == 3 && fresh.json?["counts"]?["accepted"] == 3)
        #expect(fresh.json?["counts"]?["leftOut"] == 0 && fresh.json?["policy"] == "aamva")
        #expect(fresh.json?["warnings"]?.array?.isEmpty == true)
        let late = await check("aamva", "2024-10-19T00:00:00Z")
        #expect(late.status == .done && late.json?["warnings"]?[0]?["code"] == "MDOC_VICAL_EXPIRED")
        let strict = await check("iso-annex-b", "2024-10-19T00:00:00Z")
        #expect(strict.status == .refused && strict.json?["refusal"]?["code"] == "MDOC_VICAL_EXPIRED")
        let text = await line.run(
            ["vical", "check", aamva, "--trust", ":root.pem", "--policy", "aamva", "--at", "2024-10-19T00:00:00Z"])
        #expect(text.output.contains("3 entries: 3 authorities accepted, 0 left out"), "\(text.output)")
        #expect(text.output.contains("MDOC_VICAL_EXPIRED") && text.talk.contains("accepted under aamva"))
    }

    @Test("RDW's list is accepted with its pinned signer, and left-out entries have a name and reason")
    func checkRDW() async throws {
        let line = try prepare()
        let check = ["vical", "check", rdw, "--policy", "eu-pid", "--at", "2025-03-01T00:00:00Z"]
        let good = await line.run(check + ["--pin", ":rdw.pem", "--json"])
        #expect(good.status == .done, "\(good.talk)")
        #expect(good.json?["entries"] == 45 && good.json?["counts"]?["accepted"] == 38)
        #expect(good.json?["leftOut"]?.array?.count == 7 && good.json?["isPinned"] == true)
        let text = await line.run(check + ["--pin", ":rdw.pem"])
        for part in ["45 entries: 38 authorities accepted, 7 left out", "brainpoolP512r1", "RSA", "CERT_AUTHORITY"] {
            #expect(text.output.contains(part), "\(part)")
        }
        let trusted = await line.run(check + ["--trust", ":rdw.pem"])
        #expect(trusted.status == .badInput && trusted.talk.contains("--pin"), "\(trusted.talk)")
        #expect(await line.run(check).status == .refused)
    }

    @Test("the last valid list is kept and used with its age when the next one fails")
    func kept() async throws {
        let line = try prepare()
        let check = ["vical", "check", aamva, "--trust", ":root.pem", "--keep", ":kept", "--at"]
        #expect(await line.run(check + ["2024-09-25T00:00:00Z", "--policy", "aamva"]).status == .done)
        #expect(try FileManager.default.contentsOfDirectory(atPath: line.path("kept")).count == 1)
        #expect(await line.run(check + ["2024-09-25T00:00:00Z", "--policy", "aamva"]).status == .done)
        let late = await line.run(check + ["2024-11-24T17:37:31Z", "--policy", "aamva"])
        #expect(late.status == .refused && late.talk.contains("61 days old"), "\(late.talk)")
        let newer = await line.run(
            check + ["2024-09-25T00:00:00Z", "--policy", "aamva", "--least-date", "2024-09-24T18:00:00Z"])
        #expect(newer.status == .refused && newer.talk.contains("MDOC_VICAL_ROLLBACK"))
    }

    @Test("a list without an accepted entry is a failure")
    func empty() async throws {
        let line = try prepare()
        _ = try line.folder.write(#"{"age_over_18": true}"#, "age.json")
        _ = await line.run("vical", "signer", ":lists", "--name", "Lists")
        let provider = try #require(
            Certificate.list(pem: String(decoding: try line.folder.read("lists/signer.pem"), as: UTF8.self)).first)
        let key = try P256PrivateKey(pem: String(decoding: try line.folder.read("lists/signer-key.pem"), as: UTF8.self))
        let list = try await VICAL.make(
            provider: "Lists", authorities: [], date: Date(timeIntervalSinceNow: -5), signer: key, chain: [provider])
        _ = try line.folder.write(Hex.encode(Array(list.message.encoded)), "empty.hex")
        for policy in AcceptancePolicy.known {
            let result = await line.run(
                "vical", "check", ":empty.hex", "--trust", ":lists/root.pem", "--policy", policy.name)
            #expect(result.status == .refused && result.talk.contains("MDOC_VICAL_EMPTY"), "\(result.talk)")
        }
    }

    @Test("status lists in CWT and JWT are looked up by index")
    func status() async throws {
        let line = try CommandLine()
        let folder = "openid4vc/status-list/"
        let jwk = try #require(try Vectors.json(folder + "expected.json")["issuerJwk"])
        _ = try line.folder.write(String(decoding: jwk.compactBytes, as: UTF8.self), "key.jwk")
        for file in ["status_list_jwt_raw.txt", "status_list_cwt.txt"] {
            _ = try line.folder.write(String(decoding: try Vectors.bytes(folder + file), as: UTF8.self), file)
            for (index, status, code) in [(0, 1, nil), (1, 0, nil), (16, nil, "MDOC_STATUS_INDEX")]
                as [(Int, Int64?, String?)]
            {
                let result = await line.run(
                    "status", ":" + file, "-k", ":key.jwk", "--index", "\(index)", "--uri",
                    "https://example.com/statuslists/1", "--at", "2024-01-01T00:00:00Z", "--json")
                #expect(result.json?["status"]?.number?.int64 == status, "\(file) \(index): \(result.talk)")
                #expect(result.status == (status == 0 ? .done : .refused))
                if let code { #expect(result.json?["error"]?["code"]?.string == code) }
            }
        }
    }
}
