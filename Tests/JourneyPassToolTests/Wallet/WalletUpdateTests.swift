import Foundation
import JourneyBase
import JourneyCrypto
import Testing
import WalletPass

@testable import JourneyPassTool

@Suite("Pass updates")
struct WalletUpdateTests {
    private let issuer: TestIssuer
    private let wallet: SandboxWalletApp

    init() throws {
        issuer = try TestIssuer()
        wallet = try issuer.wallet()
    }

    private func add() async throws {
        let session = try issuer.session()
        try await wallet.present(issuerData: session.data, signature: session.signature)
    }

    private func kept() async throws -> [InstalledPass] { try await wallet.folder.passes(wallet.verifier) }

    private func level() async throws -> String? {
        try await wallet.folder.passes(wallet.verifier).first?.content["generic"]?["secondaryFields"]?.array?.first?[
            "value"]?
            .string
    }

    @Test("a changed pass is requested and fetched once, and reported field by field")
    func changed() async throws {
        try await add()
        #expect(try await wallet.update().changes.isEmpty)
        issuer.set {
            $0.values = ["level": "Captain"]
            $0.changed = ["0001", "of nobody here"]
            $0.tag = "2 & more"
        }
        let (changes, failures) = try await wallet.update()
        #expect(failures.isEmpty && changes.count == 1 && changes[0].serialNumber == "0001")
        #expect(
            changes[0].fields == [
                .init(key: "level", label: "Level", old: "Crew", new: "Captain", message: "You are Captain now.")
            ])
        #expect(try await level() == "Captain")
        let before = issuer.requests.count
        // The tag is sent back unchanged: no changes since.
        issuer.set { $0.tag = "2%20%26%20more" }
        #expect(try await wallet.update().changes.isEmpty)
        #expect(issuer.requests.count == before + 1)
        #expect(issuer.requests.last?.url.query == "passesUpdatedSince=2%20%26%20more")
    }

    @Test("a refreshed pass is requested itself, and is not sent again if unchanged")
    func pulled() async throws {
        try await add()
        let id = try #require(try await kept().first?.id)
        issuer.set { $0.values = ["level": "Mate"] }
        #expect(try await wallet.update(only: id).changes.count == 1)
        let fresh = try #require(try await kept().first)
        #expect(fresh.record.isRegistered && fresh.record.lastModified == "Fri, 15 Jan 2027 08:00:00 GMT")
        #expect(try await wallet.update(only: id).changes.isEmpty)
        #expect(issuer.requests.last?.headers["If-Modified-Since"] == "Fri, 15 Jan 2027 08:00:00 GMT")
        issuer.set {
            $0.lastModified = "Fri, 15 Jan 2027 09:00:00 GMT"
            $0.content["voided"] = true
        }
        #expect(try await wallet.update(only: id).changes.first?.isVoided == true)
        // The same files with another certificate are stored, but are not a change.
        let before = try #require(try await kept().first?.bytes)
        let other = try TestIssuer.identity(issuer.authority, TestPasses.names)
        let files = wallet.verifier.examine(before, at: TestIssuer.now).files
        let again = try PassBuilder(signer: other).build(files, at: TestIssuer.now)
        issuer.set {
            $0.lastModified = "Fri, 15 Jan 2027 10:00:00 GMT"
            $0.body = again
        }
        let (changes, failures) = try await wallet.update(only: id)
        #expect(try await kept().first?.bytes == again && again != before && changes.isEmpty && failures.isEmpty)
    }

    @Test("a pass removed meanwhile does not return and is not requested")
    func gone() async throws {
        try await add()
        let id = try #require(try await kept().first?.id)
        #expect(try await wallet.remove(id) == nil)
        issuer.set { $0.values = ["level": "Mate"] }
        let before = issuer.requests.count
        let error = await #expect(throws: JourneyError.self) { try await wallet.update(only: id) }
        let again = await #expect(throws: JourneyError.self) { try await wallet.remove(id) }
        #expect(error?.code == .walletPassUnknown && again?.code == .walletPassUnknown)
        #expect(try await kept().isEmpty && issuer.requests.count == before)
    }

    @Test("a pass that cannot be registered does not block other updates and is reported")
    func refusedOne() async throws {
        issuer.set { $0.refused = ["0001"] }
        try await wallet.add([issuer.pass(serial: "0001"), issuer.pass(serial: "0002")])
        #expect(try await kept().filter(\.record.isRegistered).map(\.serialNumber) == ["0002"])
        issuer.set {
            $0.values = ["level": "Captain"]
            $0.changed = ["0002"]
            $0.tag = "2"
        }
        let (changes, failures) = try await wallet.update()
        #expect(changes.map(\.serialNumber) == ["0002"])
        #expect(failures.map { $0.0.serialNumber } == ["0001"] && failures.first?.1.code == .walletWebService)
        // The update tag is stored, so the other pass is not fetched repeatedly.
        _ = try await wallet.update()
        #expect(issuer.requests.last?.url.query == "passesUpdatedSince=2")
        // A pass registered late is fetched at once, because no list has the earlier changes.
        // If that fails, it is fetched again the next time.
        issuer.set {
            $0.refused = []
            $0.status = 503
        }
        let early = try await wallet.update()
        #expect(early.changes.isEmpty && early.failures.map { $0.0.serialNumber } == ["0001"])
        #expect(try await kept().filter(\.record.isRegistered).map(\.serialNumber) == ["0002"])
        issuer.set { $0.status = 200 }
        let late = try await wallet.update()
        #expect(late.changes.map(\.serialNumber) == ["0001"] && late.failures.isEmpty)
        #expect(try await kept().allSatisfy(\.record.isRegistered))
        #expect(try await wallet.update().changes.isEmpty)
    }

    @Test(
        "an update that is not the same pass is refused, and the old one stays",
        arguments: ["serial", "token", "account", "signer", "status", "type"])
    func refused(what: String) async throws {
        try await add()
        issuer.set { mood in
            mood.values = ["level": "Captain"]
            mood.changed = ["0001"]
            mood.tag = "2"
            switch what {
            case "serial": mood.content["serialNumber"] = "0002"
            case "token": mood.content["authenticationToken"] = "fedcba9876543210-token"
            case "account":
                mood.content["fidoProfile"] = ["relyingPartyIdentifier": "passes.example.com", "accountHash": "acct-2"]
            case "signer": mood.body = [1]
            case "type": mood.mediaType = "text/html"
            default: mood.status = 500
            }
        }
        let codes = [
            "serial": "WALLET_PASS_OTHER", "token": "WALLET_PASS_OTHER", "account": "WALLET_PASS_UNBOUND",
            "signer": "WALLET_PASS_UNTRUSTED", "status": "WALLET_WEB_SERVICE", "type": "WALLET_MEDIA_TYPE",
        ]
        let (changes, failures) = try await wallet.update()
        #expect(changes.isEmpty && failures.map { $0.1.code.rawValue } == [codes[what]])
        #expect(try await level() == "Crew")
        // A failed pass is requested again.
        issuer.set { mood in
            let (values, changed, tag) = (mood.values, mood.changed, mood.tag)
            mood = TestIssuer.Mood()
            (mood.values, mood.changed, mood.tag) = (values, changed, tag)
        }
        #expect(try await wallet.update().changes.count == 1)
    }

    @Test("a failed registration does not prevent adding a pass, and is retried at the next update")
    func unregistered() async throws {
        issuer.set { $0.registration = 503 }
        try await add()
        #expect(try await wallet.folder.passes(wallet.verifier).first?.record.isRegistered == false)
        #expect(try await wallet.update().failures.map { $0.1.code } == [.walletWebService])
        issuer.set { $0.registration = 200 }
        #expect(try await wallet.update().failures.isEmpty)
        #expect(try await wallet.folder.passes(wallet.verifier).first?.record.isRegistered == true)
    }

    @Test("a removed pass is first unregistered from its service")
    func removed() async throws {
        try await add()
        let pass = try #require(try await kept().first)
        #expect(try await wallet.remove(pass.id) == nil)
        #expect(issuer.requests.last?.method == .delete)
        #expect(try await wallet.folder.passes(wallet.verifier).isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: wallet.folder.path + "/sealed")
        #expect(!names.contains { $0.hasPrefix("pass-") })
    }

    @Test("an interrupted write leaves the old pass, and its metadata is not used for another one")
    func broken() async throws {
        try await add()
        let pass = try #require(try await wallet.folder.passes(wallet.verifier).first)
        _ = try await wallet.update(only: pass.id)
        let folder = wallet.folder.path + "/passes"
        // An unfinished draft is ignored; a pass without its record yet has no date.
        _ = FileManager.default.createFile(atPath: "\(folder)/\(pass.id).pkpass.99.new", contents: Data([1, 2]))
        #expect(try await wallet.folder.passes(wallet.verifier).count == 1)
        issuer.set { $0.values = ["level": "Cook"] }
        _ = FileManager.default.createFile(atPath: "\(folder)/\(pass.id).pkpass", contents: Data(try issuer.pass()))
        let after = try #require(try await wallet.folder.passes(wallet.verifier).first)
        #expect(after.record.lastModified == nil && after.record.isRegistered)
        // A damaged file is omitted without affecting others.
        _ = FileManager.default.createFile(atPath: "\(folder)/000000000000.pkpass", contents: Data([1, 2, 3]))
        #expect(try await wallet.folder.passes(wallet.verifier).count == 1)
    }
}
