import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyTesting
import ProntoWalletSDK
import TestSupport
import Testing
import WalletPass

@testable import JourneyPassTool
@testable import JourneySandbox
@testable import SandboxServices

/// A page of a signed journey, in a real engine, adds a pass to the sandbox wallet, from the sandbox's pass service.
@Suite(
    "A page that adds a pass", .serialized, .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10)))
struct PassStepTests {
    /// The pass service on a socket, the wallet, and the SDK between them.
    private struct PassStepFixture {
        let server: PassServer
        let wallet: SandboxWalletApp
        let pronto: ProntoWallet
        let scratch: Scratch

        init(confirm: @escaping @Sendable (SandboxWalletApp.Sheet) async -> Bool = { _ in true }) async throws {
            let (now, life) = (Date(), TimeInterval(86_400))
            let web = try DevelopmentAuthority(notBefore: now - 3_600, notAfter: now + life)
            let passes = try DevelopmentPassAuthority(notBefore: now - 3_600, notAfter: now + life)
            let names = PassSignerNames(passTypeIdentifier: PassServer.passType, teamIdentifier: PassServer.team)
            let signer = try passes.issue(
                names, organization: PassServer.organization, notBefore: now - 3_600, notAfter: now + life)
            let token = Secret(copying: Base64URL.encode(Dependencies.system.random(32)).utf8)
            server = try await PassServer.start(
                PassServer.Options(
                    identity: web.issue(names: [PassServer.name], notBefore: now - 3_600, notAfter: now + life),
                    signer: signer.identity, token: token))
            scratch = try Scratch()
            let trust = TLSTrust(authorities: [web.identity.certificatePEM])
            wallet = SandboxWalletApp(
                folder: try WalletFolder(scratch.path + "/wallet"),
                verifier: PassVerifier(anchors: [try passes.anchor]), transport: CurlTransport(trust: trust),
                confirm: confirm)
            pronto = ProntoWallet(trust: trust)
            pronto.configure(
                with: ProntoConfiguration(
                    apiKey: token.withBytes { String(decoding: $0, as: UTF8.self) },
                    environment: .custom(try #require(URL(string: "\(server.origin)")))))
        }

        func ask(may methods: [String], _ params: [JSONValue]) async throws -> [JSONValue] {
            let token = server.token.withBytes { String(decoding: $0, as: UTF8.self) }
            return try await EndToEndFixture.ask(
                [AddToWalletPlugin(pronto, on: wallet)], may: methods, params.map { ("addToWallet", $0) },
                secrets: [token])
        }

        func kept() async throws -> [InstalledPass] { try await wallet.folder.passes(wallet.verifier) }
    }

    @Test("the page gets a bound and registered pass in the wallet, and only a code for a tag without a pass")
    func added() async throws {
        let kiosk = try await PassStepFixture()
        let answers = try await kiosk.ask(
            may: ["addToWallet"], [["tagId": "TICKET-001"], ["tagId": "TICKET-404"], ["tagId": ""]])
        #expect(answers == [["outcome": "completed"], "VALIDATION_FAIL", "VALIDATION_FAIL"])
        let pass = try #require(try await kiosk.kept().first)
        #expect(PassIntake.binding(of: pass.content)?.relyingParty == PassServer.name)
        #expect(pass.record.isRegistered)
        await kiosk.server.stop()
    }

    @Test("the page learns that the sheet was closed, and cannot add a pass where its step does not list it")
    func refused() async throws {
        let kiosk = try await PassStepFixture(confirm: { _ in false })
        #expect(try await kiosk.ask(may: ["addToWallet"], [["tagId": "TICKET-001"]]) == ["USER_CANCELLED"])
        #expect(try await kiosk.ask(may: ["setPin"], [["tagId": "TICKET-001"]]) == ["BRIDGE_FORBIDDEN"])
        #expect(try await kiosk.kept().isEmpty)
        await kiosk.server.stop()
    }
}
