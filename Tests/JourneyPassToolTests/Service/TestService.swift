import Foundation
import JourneyBase
import JourneyCrypto
import JourneyGateway
import JourneySandbox
import JourneyServer
import JourneyTesting
import ProntoWalletSDK
import TestSupport
import WalletPass

@testable import JourneyPassTool

/// A gateway's pass service in this process, with a client, a tag and a pass of a built-in template.
final class TestService: Sendable {
    let token: String
    let transport: ServiceTransport
    let wallet: SandboxWalletApp
    let pronto: ProntoWallet
    private let scratch: Scratch
    private let database: Database

    init() async throws {
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let authority = try DevelopmentPassAuthority(notBefore: now - 3_600, notAfter: now + 86_400)
        let issued = try authority.issue(
            TestPasses.names, organization: "Example", notBefore: now - 3_600, notAfter: now + 80_000)
        let origin = try TestIssuer.url("https://passes.example.com").origin
        scratch = try Scratch()
        database = try await Database.open(.memory)
        let assembly = try await PassAssembly(database)
        let store = assembly.passes
        var files = StarterTemplate(style: .eventTicket, names: TestPasses.names, organization: "Example").files
        var content = try JSONReader.read(files["pass.json"] ?? []).object ?? [:]
        content["barcodes"] = nil
        content["nfc"] = [
            "message": "{{code}}",
            "encryptionPublicKey": .string(Data(try P256PrivateKey.generate().publicKey.spki).base64EncodedString()),
        ]
        files["pass.json"] = JSONValue.object(content).compactBytes
        let factory = PassFactory(
            types: [try PassTypeContent(identity: issued.identity, template: PassTemplate(files: files))],
            origin: origin)
        let service = try assembly.service(factory, PassSettings(origin: origin))
        try await store.addClient("acme", now: now)
        let (_, secret) = try await store.addUser("app", of: "acme", dependencies: .system)
        token = secret.withBytes { String(decoding: $0, as: UTF8.self) }
        try await store.addType(
            TestPasses.names.passTypeIdentifier, of: "acme", team: TestPasses.names.teamIdentifier,
            organization: "Acme Events", now: now)
        try await store.addTag("TICKET-001", of: "acme", now: now)
        var values = StarterSample(.eventTicket).values
        values["code"] = "JK-1"
        values["serialNumber"] = "S-1"
        try await store.addPass(
            .init(holder: "ada", type: TestPasses.names.passTypeIdentifier, serial: "S-1", values: values),
            on: "TICKET-001", of: "acme", dependencies: .system)
        transport = ServiceTransport([origin: service])
        let network = transport
        wallet = SandboxWalletApp(
            folder: try WalletFolder(scratch.path + "/wallet"),
            verifier: PassVerifier(anchors: [try authority.anchor]), transport: transport)
        pronto = ProntoWallet { network }
    }

    func kept() async throws -> [InstalledPass] { try await wallet.folder.passes(wallet.verifier) }
}
