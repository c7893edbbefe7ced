import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

@Suite("Unusable configuration is refused")
struct ConfigurationCheckTests {
    @Test("a valid configuration passes the check")
    func good() throws { try JourneyFixture().config.check() }

    @Test(
        "redirect schemes are validated",
        arguments: [
            ("partnerdemo", true), ("com.partner.app", true), ("a+b-c.d1", true), ("https", false), ("HTTPS", false),
            ("javascript", false), ("file", false), ("data", false), ("", false), ("a", false), ("1app", false),
            ("app:", false), ("app://", false), ("my app", false), ("äpp", false),
        ])
    func redirectScheme(scheme: String, isGood: Bool) throws {
        var config = try JourneyFixture().config
        config.redirectScheme = scheme
        #expect(code { () throws(JourneyError) in try config.check() } == (isGood ? nil : .configurationInvalid))
    }

    @Test(
        "remote configuration addresses are validated",
        arguments: [
            ("https://config.example/flags.json", true), ("http://config.example/", false),
            ("file:///etc/passwd", false),
            ("https://user@config.example/", false), ("flags.json", false), ("https://config.example/#x", false),
        ])
    func remoteConfigURL(address: String, isGood: Bool) throws {
        var config = try JourneyFixture().config
        config.remoteConfigURL = URL(string: address)
        config.endpoints.trust.pins = try PinPolicy(
            pins: ["gateway.example": JourneyFixture.pins, "config.example": JourneyFixture.pins])
        #expect(code { () throws(JourneyError) in try config.check() } == (isGood ? nil : .configurationInvalid))
    }

    @Test(
        "production needs a pin for the host of the remote configuration as well",
        arguments: [
            ("https://config.example/word", "config.example", false, true),
            ("https://config.bank.example/word", "bank.example", true, true),
            ("https://config.bank.example/word", "bank.example", false, false),
            ("https://config.example/word", "config.example.bank", true, false),
            ("https://config.example/word", nil, false, false), (nil, nil, false, true),
        ])
    func remoteConfigurationPin(address: String?, pinned: String?, isParent: Bool, isGood: Bool) throws {
        var world = try JourneyFixture()
        world.config.remoteConfigURL = address.flatMap { URL(string: $0) }
        let own = try PinSet(host: "gateway.example", pins: JourneyFixture.pins)
        let other = try pinned.map { try PinSet(host: $0, pins: JourneyFixture.pins, includesSubdomains: isParent) }
        world.config.endpoints.trust.pins = try PinPolicy([own, other].compactMap { $0 })
        #expect(code { () throws(JourneyError) in try world.config.check() } == (isGood ? nil : .configurationInvalid))
        world.move(to: .sandbox)
        try world.config.check()
    }

    @Test(
        "identifiers that are not valid header values are refused",
        arguments: ["", "a b", "a\r\nX-Evil: 1", "ä", String(repeating: "a", count: 129)])
    func identifiers(value: String) throws {
        for path in [\HSBCInitConfig.partnerId, \HSBCInitConfig.clientId] {
            var config = try JourneyFixture().config
            config[keyPath: path] = value
            #expect(code { () throws(JourneyError) in try config.check() } == .configurationInvalid)
        }
    }

    @Test("a configuration without manifest keys is refused")
    func noKeys() throws {
        var config = try JourneyFixture().config
        let anchor = config.endpoints.manifestAnchor
        config.endpoints.manifestAnchor = ManifestAnchor(
            issuer: anchor.issuer, environment: anchor.environment, keys: JWKSet())
        #expect(code { () throws(JourneyError) in try config.check() } == .configurationInvalid)
    }

    @Test("sandbox roots are refused in production, and production roots in the sandbox")
    func otherEnvironment() throws {
        for environment in HSBCInitConfig.Environment.allCases {
            var config = try JourneyFixture().config
            config.environment = environment
            let isGood = config.endpoints.manifestAnchor.environment == environment.rawValue
            let refusal = code { () throws(JourneyError) in try config.check() }
            #expect(refusal == (isGood ? nil : .configurationInvalid))
        }
    }

    @Test("a configuration without remote configuration keys is refused")
    func noRemoteKeys() throws {
        var config = try JourneyFixture().config
        config.endpoints.remoteConfigurationKeys = JWKSet()
        #expect(code { () throws(JourneyError) in try config.check() } == .configurationInvalid)
    }

    @Test(
        "server variables have names and values, of bounded number and length",
        arguments: [
            ([:], true), (["stage": "uat"], true), (["": "uat"], false), (["stage": ""], false),
            ([String(repeating: "n", count: 64): String(repeating: "v", count: 256)], true),
            ([String(repeating: "n", count: 65): "v"], false), (["n": String(repeating: "v", count: 257)], false),
            (Dictionary(uniqueKeysWithValues: (1...32).map { ("v\($0)", "x") }), true),
            (Dictionary(uniqueKeysWithValues: (1...33).map { ("v\($0)", "x") }), false),
        ] as [([String: String], Bool)])
    func serverVariables(variables: [String: String], isGood: Bool) throws {
        var config = try JourneyFixture().config
        config.endpoints.serverVariables = variables
        #expect(code { () throws(JourneyError) in try config.check() } == (isGood ? nil : .configurationInvalid))
    }

    @Test("calls go to the server that the environment selects; an unknown selection refuses the bundle")
    func chosenServer() async throws {
        for (stage, word, paths) in [
            (nil, "completed", ["/api/quotes", "/api/transfers"]),
            ("uat", "completed", ["/uat/quotes", "/uat/transfers"]), ("dev", "OAPI_INVALID", []),
        ] as [(String?, String, [String])] {
            var world = try JourneyFixture()
            let document = TestDocuments.openAPI.with(
                "servers",
                [
                    [
                        "url": "https://bank.example/{stage}",
                        "variables": ["stage": ["default": "api", "enum": ["api", "uat"]]],
                    ]
                ])
            world.openAPI = document.compactBytes
            world.manifest = TestDocuments.manifest(openAPI: world.openAPI)
            world.config.endpoints.serverVariables = stage.map { ["stage": $0] } ?? [:]
            let transport = try await world.transport(adding: [
                world.bankOrigin: ClosureService { [bank = world.bank] request in
                    var request = request
                    let path = "/api" + request.url.path.dropFirst(4)
                    request.url = HTTPSURL(origin: request.url.origin, path: path) ?? request.url
                    return await bank.handle(request)
                }
            ])
            let result = await world.engine().start(from: world.host(transport), params: world.params) { _, _ in }
            #expect(JourneyFixture.word(result) == word)
            #expect(
                transport.requests.filter { $0.url.origin == world.bankOrigin }.map(\.url.path) == paths)
        }
    }

    @Test(
        "invalid start parameters are refused",
        arguments: [("../evil", "t"), ("", "t"), ("a/b", "t"), ("ok", ""), ("ok", "a b"), ("ok", "a\r\nX: y")])
    func start(journey: String, token: String) {
        let params = JourneyStartParams(journeyId: journey, contextToken: token)
        #expect(code { () throws(JourneyError) in _ = try params.checked() } == .configurationInvalid)
    }

    @Test("production needs a pin for the gateway, which gets the token first; the sandbox does not")
    func gatewayPin() throws {
        for (host, isGood) in [
            (nil, false), ("bank.example", false), ("example", false), ("gateway.example.evil.test", false),
            ("GATEWAY.example", true),
        ] as [(String?, Bool)] {
            var config = try JourneyFixture().config
            config.remoteConfigURL = nil
            config.endpoints.trust = TLSTrust(pins: try PinPolicy(pins: host.map { [$0: JourneyFixture.pins] } ?? [:]))
            #expect(code { () throws(JourneyError) in try config.check() } == (isGood ? nil : .configurationInvalid))
            var world = try JourneyFixture()
            world.move(to: .sandbox)
            world.config.endpoints.trust = config.endpoints.trust
            config = world.config
            #expect(code { () throws(JourneyError) in try config.check() } == nil)
        }
    }

    @Test("an over-long token is kept in locked memory only up to one byte over", arguments: [4_096, 4_097, 1 << 20])
    func longToken(count: Int) {
        let params = JourneyStartParams(journeyId: "ok", contextToken: String(repeating: "t", count: count))
        #expect(params.contextToken.withBytes { $0.count } == min(count, 4_097))
        let isGood = count <= 4_096
        #expect(code { () throws(JourneyError) in _ = try params.checked() } == (isGood ? nil : .configurationInvalid))
    }

    @Test("a gateway address may have a path")
    func gatewayPath() throws {
        var profile = try JourneyFixture().config.endpoints
        for base in ["https://api.example/v1", "https://api.example/v1/"] {
            profile.gateway = try #require(HTTPSURL(base))
            #expect(
                profile.address("journeys/x/manifest.json")?.description
                    == "https://api.example/v1/journeys/x/manifest.json")
        }
    }

    private func code(_ body: () throws(JourneyError) -> Void) -> ErrorCode? {
        do throws(JourneyError) {
            try body()
            return nil
        } catch { return error.code }
    }
}
