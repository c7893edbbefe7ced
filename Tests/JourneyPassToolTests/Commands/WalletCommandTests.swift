import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import ProntoWalletSDK
import TestSupport
import Testing
import WalletPass

@testable import JourneyPassTool

@Suite("journey wallet")
struct WalletCommandTests {
    @Test("a pass of the running sandbox is added, shown, updated and removed")
    func sandbox() async throws {
        let shop = try await TestIssuerServer()
        let added = await shop.wallet("add", "--yes")
        #expect(added.status == .done, "\(added.output)")
        let events = added.output.split(separator: "\n").compactMap {
            (try? JSONReader.read(Array($0.utf8)))?["event"]?.string
        }
        #expect(events == ["believed", "signed", "posted", "kept", "registered", "result"])
        let id = try #require(added.last?["passes"]?.array?.first?.string)
        let listed = await shop.wallet("list")
        #expect(listed.json?["passes"]?.array?.map { $0["id"] } == [.string(id)])
        #expect(listed.json?["passes"]?.array?.first?["registered"] == true)
        let shown = await shop.wallet("show", String(id.prefix(4)), "--picture", ":wallet.png")
        #expect(shown.json?["boundTo"] == "passes.localhost" && shown.json?["believed"] == true)
        #expect(String(decoding: try shop.line.folder.read("wallet.png"), as: UTF8.self).contains("Hold near reader"))
        #expect(await shop.wallet("show").json?["serialNumber"] == "0001")
        #expect(await shop.wallet("show", "zz").code == "WALLET_PASS_UNKNOWN")
        #expect(await shop.wallet("update").last?["changes"] == [])
        shop.issuer.set {
            $0.values = ["level": "Captain"]
            $0.changed = ["0001"]
            $0.tag = "2"
        }
        let updated = await shop.wallet("update")
        let field = updated.last?["changes"]?.array?.first?["fields"]?.array?.first
        #expect(updated.status == .done && field?["message"] == "You are Captain now." && field?["old"] == "Crew")
        shop.issuer.set {
            $0.status = 503
            $0.lastModified = "Fri, 15 Jan 2027 11:00:00 GMT"
        }
        let failed = await shop.wallet("update", "0001")
        #expect(failed.status == .refused && failed.last?["outcome"] == "failed")
        shop.issuer.set { $0.status = 200 }
        #expect(await shop.wallet("remove", id).last?["notice"] == .null)
        #expect(await shop.wallet("list").json?["passes"] == [])
        #expect(shop.issuer.requests.last?.method == .delete)
        await shop.stop()
    }

    @Test("a push from the fake APNs on localhost ends the wait")
    func pushed() async throws {
        let shop = try await TestIssuerServer { issuer in
            issuer.set {
                $0.values = ["level": "Captain"]
                $0.changed = ["0001"]
                $0.tag = "2"
            }
        }
        #expect(await shop.wallet("add", "--yes").status == .done)
        let updated = await shop.wallet("update", "--wait", "60")
        let field = updated.last?["changes"]?.array?.first?["fields"]?.array?.first
        #expect(updated.status == .done && field?["new"] == "Captain", "\(updated.output)")
        await shop.stop()
    }

    @Test(
        "interrupting after the service has sent the pass is reported", .timeLimit(.minutes(10)))
    func lost() async throws {
        let shop = try await TestIssuerServer()
        let (sent, posted) = AsyncStream.makeStream(of: Void.self)
        let (asked, sessions) = AsyncStream.makeStream(of: Void.self)
        // The response to the device waits until the SDK asks for the session's status.
        shop.issuer.before { request in
            if request.url.path == "/callback" {
                posted.yield()
                for await _ in asked { return }
            } else if request.method == .get, request.url.path.contains("/sessions/") {
                sessions.yield()
            }
        }
        let command = Task { await shop.wallet("add", "--yes") }
        for await _ in sent { break }
        command.cancel()
        let said = await command.value
        #expect(said.status == .failed && said.code == "WALLET_PASS_LOST", "\(said.output)")
        #expect(await shop.wallet("list").json?["passes"] == [])
        await shop.stop()
    }

    @Test("no text of an issuer moves the cursor or forges a line")
    func terminal() async throws {
        let shop = try await TestIssuerServer()
        let bad = "a\u{1B}[2J\u{9B}2J\u{202E}b\nforged"
        shop.issuer.set {
            $0.content["organizationName"] = .string(bad)
            $0.content["description"] = .string(bad)
        }
        func run(_ words: String...) async -> CommandLine.Result {
            await shop.line.run(words: ["wallet"] + words + ["--sandbox", ":sandbox.json", "--wallet", ":wallet"])
        }
        _ = try shop.line.folder.write(shop.issuer.pass(serial: bad), "t.pkpass")
        let added = await run("add", ":t.pkpass", "--yes")
        #expect(added.status == .done, "\(added.talk)")
        shop.issuer.set {
            $0.values = ["level": .string(bad)]
            $0.content["serialNumber"] = .string(bad)
            $0.changed = [bad]
            $0.tag = "2"
        }
        let updated = await run("update")
        #expect(updated.output.contains("You are a?[2J?2Jb?forged now."), "\(updated.output)\(updated.talk)")
        let listed = await run("list")
        shop.issuer.set {
            $0.lastModified = "Fri, 15 Jan 2027 11:00:00 GMT"
            $0.content[bad] = "x"
            $0.content["description"] = .some(nil)
        }
        let refused = await run("update", bad)
        #expect(refused.status == .refused)
        let removed = await run("remove", bad)
        #expect(removed.status == .done)
        for said in [added, updated, listed, refused, removed] {
            #expect(!TerminalControl.isIn(said.output + said.talk), "\(said)")
            #expect(!(said.output + said.talk).contains("\nforged"), "\(said)")
        }
        await shop.stop()
    }

    @Test("a pass is added from a service address, a link, a pass address and a file")
    func ways() async throws {
        let shop = try await TestIssuerServer()
        let names = ["--trust", ":root.pem", "--authority", ":web.pem"]
        func add(_ words: String...) async -> CommandLine.Result {
            await shop.line.run(
                words: ["wallet", "add"] + words + names + ["--wallet", ":w", "--yes", "--json", "--state", ":none"])
        }
        let call = "\(shop.origin)/api/v2/in_app_provisioning/issuer_data"
        for address in ["\(shop.origin)", call] {
            #expect(await add(address, "--tag", "TICKET-001", "--token-file", ":token").status == .done)
        }
        let unknown = await add(call, "--tag", "TICKET-404", "--token-file", ":token")
        #expect(unknown.status == .refused && unknown.code == "SERVICE_404")
        let other = try shop.line.folder.write("other", "other")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other)
        #expect(await add(call, "--tag", "TICKET-001", "--token-file", other).code == "SERVICE_401")
        #expect(await add(call, "--tag", "TICKET-001").code == "USAGE")
        let session = try shop.issuer.session()
        let link = SecurePassSession(issuerData: session.data, signature: session.signature).link
        #expect(await add(link).status == .done)
        #expect(await add(String(link.dropLast(4)) + "!!!!").code == "LINK_INVALID")
        #expect(await add("\(shop.origin)/anything.pkpass").status == .done)
        _ = try shop.line.folder.write(shop.issuer.pass(), "t.pkpass")
        #expect(await add(":t.pkpass").status == .done)
        #expect(await add("http://passes.localhost/x").code == "ADDRESS_INVALID")
        #expect(await add(":none.pkpass").code == "FILE_MISSING")
        shop.issuer.set { $0.mediaType = "text/html" }
        #expect(await add("\(shop.origin)/anything.pkpass").code == "WALLET_MEDIA_TYPE")
        #expect(await add(link).code == "WALLET_MEDIA_TYPE")
        await shop.stop()
    }

    @Test("an untrusted server is not contacted, and an unreachable one is reported")
    func network() async throws {
        let shop = try await TestIssuerServer()
        let words = [
            "wallet", "add", "\(shop.origin)", "--tag", "TICKET-001", "--token-file", ":token", "--yes", "--json",
        ]
        let own = ["--trust", ":root.pem", "--wallet", ":w", "--state", ":none"]
        #expect(await shop.line.run(words: words + own).code == "TLS_FAIL")
        await shop.stop()
        let gone = await shop.line.run(words: words + own + ["--authority", ":web.pem"])
        #expect(gone.status == .failed && gone.code == "NET_UNREACHABLE")
    }

    @Test("a sandbox file with another host is refused, and one without passes is reported")
    func files() async throws {
        let line = try CommandLine()
        func code(_ passes: JSONValue) async throws -> String? {
            let sandbox: JSONValue = ["authorityPem": "x", "passes": passes]
            _ = try line.folder.write(sandbox.compactText, "s.json")
            return await line.run("wallet", "add", "--sandbox", ":s.json", "--wallet", ":w", "--yes", "--json").code
        }
        let elsewhere: JSONValue = [
            "address": "https://evil.example", "apiTokenFile": "t", "tags": ["a"], "authority": "x",
        ]
        #expect(try await code(elsewhere) == "SANDBOX_INVALID")
        #expect(try await code(.null) == "SANDBOX_INVALID")
        #expect(try await code(["address": "https://a.localhost"]) == "SANDBOX_INVALID")
        #expect(
            await line.run("wallet", "add", "--state", ":none", "--wallet", ":w", "--json", "--trust", ":s.json").code
                == "CERTIFICATE_INVALID")
    }
}
