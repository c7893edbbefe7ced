import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneyHarness
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Development card issuer")
struct DevelopmentCardsTests {
    @Test("one folder has the same cards each time, and another folder others")
    func seeds() throws {
        let (scratch, other) = (try Scratch(), try Scratch())
        let state = try DevelopmentState(directory: scratch.path + "/state")
        let (first, again) = (try state.cards(), try state.cards())
        let elsewhere = try DevelopmentState(directory: other.path + "/state").cards()
        #expect(first.seed.number(of: "a") == again.seed.number(of: "a"))
        #expect(first.userKey.publicKey == again.userKey.publicKey)
        #expect(first.seed.number(of: "a") != elsewhere.seed.number(of: "a"))
    }

    @Test("secrets are in files of their owner, and no file has a card number")
    func files() throws {
        let scratch = try Scratch()
        let state = try DevelopmentState(directory: scratch.path + "/state")
        let cards = try state.cards()
        let (api, script) = (
            try #require(Origin(scheme: "https", host: CardIssuerOptions.apiName, port: 1)),
            try #require(HTTPSURL("https://\(CardIssuerOptions.vaultName):2/client.min.js"))
        )
        try state.writeCardGateway(cards, api: api, script: script)
        let numbers = DemoCards.cards.map {
            cards.seed.number(of: DemoCards(seed: cards.seed, now: 0).card($0.label))
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: state.directory) {
            let path = "\(state.directory)/\(name)"
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            let text = String(decoding: data, as: UTF8.self)
            #expect(!numbers.contains { text.contains($0) }, "\(name)")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600 || mode == 0o700, "\(name)")
        }
        // As read by a gateway.
        let remote = try Data(contentsOf: URL(fileURLWithPath: state.directory + "/remote-keys.json"))
        #expect(try PublishedKeySet(try JSONReader.read(Array(remote))).keys.keyIDs.count == 1)
        let secret = try String(contentsOfFile: state.directory + "/card-api-secret", encoding: .utf8)
        #expect(Secret(copying: secret.utf8).hasSameBytes(as: CardIssuer.Credentials(cards.seed).apiSecret))
    }

    @Test("the generated configuration starts a gateway on the given port")
    func gateway() async throws {
        let scratch = try Scratch()
        let state = try DevelopmentState(directory: scratch.path + "/state")
        let cards = try state.cards()
        let (api, script) = (
            try #require(Origin(scheme: "https", host: CardIssuerOptions.apiName, port: 1)),
            try #require(HTTPSURL("https://\(CardIssuerOptions.vaultName):2/client.min.js"))
        )
        try state.writeCardGateway(cards, api: api, script: script, port: try FreePort.take())
        #expect(try await Gateway.check(configuration: cards.gatewayFile) == [])
        let gateway = try await Gateway.start(
            configuration: cards.gatewayFile, transport: { CurlTransport(trust: TLSTrust(authorities: $0)) })
        let served = gateway.cards
        await gateway.stop()
        #expect(served?.api == api && served?.vault == script.origin && served?.partners == [DevelopmentCards.partner])
        // In production it is refused.
        await #expect(throws: JourneyError.self) {
            try await Gateway.check(configuration: cards.gatewayFile, environment: "production")
        }
    }
}
