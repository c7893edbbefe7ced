import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import Testing

@testable import HSBCPartnerSDK

@Suite("Endpoint profile file")
struct EndpointProfileTests {
    private static let pins = [1, 2, 3].map { Data(repeating: $0, count: 32).base64EncodedString() }
    private static let whole: [String: JSONValue] = [
        "gateway": "https://gateway.localhost:8443",
        "pins": ["gateway.localhost": [.string(pins[0]), .string(pins[1])]],
        "anchor": ["issuer": "bank", "environment": "sandbox", "keys": [key]],
        "remoteKeys": ["keys": [key]],
        // The other members that `journey serve --json` prints.
        "bank": "https://bank.localhost:9443", "database": nil, "contextTokenFile": "context-token",
    ]
    /// The key of RFC 7517, appendix A.1, as a key for verification only.
    private static let key: JSONValue = [
        "kty": "EC", "crv": "P-256", "kid": "1", "alg": "ES256",
        "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
    ]

    private static func profile(_ change: (inout [String: JSONValue]) -> Void = { _ in }) throws -> EndpointProfile {
        var members = whole
        change(&members)
        return try EndpointProfile(json: JSONValue.object(members).compactBytes)
    }

    private static func message(_ bytes: [UInt8], name: String? = nil) -> String? {
        do {
            _ = try EndpointProfile(json: bytes, name: name)
            return nil
        } catch {
            #expect(error.code == .configurationInvalid)
            return error.message
        }
    }

    @Test("gateway, trust, anchor and keys come from the file; unknown members are ignored")
    func whole() throws {
        let profile = try Self.profile { $0["authorityPem"] = "PEM" }
        #expect("\(profile.gateway)" == "https://gateway.localhost:8443/")
        #expect(profile.trust.authorities == ["PEM"] && profile.trust.pins.covers("gateway.localhost"))
        #expect(!profile.trust.pins.covers("bank.localhost"))
        #expect(profile.manifestAnchor.issuer == "bank" && profile.manifestAnchor.environment == "sandbox")
        #expect(profile.manifestAnchor.keys.keyIDs == ["1"] && profile.remoteConfigurationKeys.keyIDs == ["1"])
        #expect(profile.signIn == nil && profile.serverVariables.isEmpty && profile.leastManifestVersion == .v11)
    }

    @Test("the system's authorities are trusted by default; a gateway path is allowed, and pins are optional")
    func least() throws {
        #expect(try Self.profile().trust.authorities.isEmpty)
        #expect(try Self.profile { $0["authorityPem"] = .null }.trust.authorities.isEmpty)
        #expect(try Self.profile { $0["gateway"] = "https://bank.example/sdk/" }.gateway.path == "/sdk/")
        #expect(try Self.profile { $0["pins"] = [:] }.trust.pins.isEmpty)
        #expect(try EndpointProfile(json: Data(JSONValue.object(Self.whole).compactBytes)).gateway.path == "/")
    }

    @Test(
        "a missing, mistyped or nearly valid member is refused by name",
        arguments: [
            ("gateway", nil, "gateway is missing."), ("gateway", 8_443, "gateway is not a string."),
            (
                "gateway", "http://gateway.localhost",
                "gateway is not a valid absolute https URL in normalized form: 'http://gateway.localhost'."
            ),
            ("gateway", "", "gateway is empty."), ("authorityPem", ["PEM"], "authorityPem is not a string."),
            ("authorityPem", "", "authorityPem is empty."), ("pins", nil, "pins is missing."),
            ("pins", [["gateway.localhost": []]], "pins is not an object."),
            ("pins", ["gateway.localhost": .string(pins[0])], "pins.gateway.localhost is not an array."),
            ("pins", ["gateway.localhost": [.string(pins[0]), 2]], "pins.gateway.localhost[1] is not a string."),
            (
                "pins", ["gateway.localhost": [.string(pins[0])]],
                "The set of pins for gateway.localhost needs at least two different pins: the key in use and a backup."
            ),
            (
                "pins", ["gateway.localhost": [.string(pins[0]), .string(pins[0])]],
                "The set of pins for gateway.localhost needs at least two different pins: the key in use and a backup."
            ),
            (
                "pins", ["gateway.localhost": [.string(pins[0]), .string("sha256/" + pins[1])]],
                "The set of pins for gateway.localhost has a pin that is not a SHA-256 digest in base64."
            ),
            ("anchor", nil, "anchor is missing."), ("anchor", [key], "anchor is not an object."),
            ("anchor", ["environment": "sandbox", "keys": [key]], "anchor.issuer is missing."),
            (
                "anchor", ["issuer": "bank", "environment": "test", "keys": [key]],
                "anchor.environment must be sandbox or production."
            ),
            ("remoteKeys", nil, "remoteKeys is missing."),
            ("remoteKeys", [key], "remoteKeys is not a JWK set of public keys: malformed."),
            (
                "remoteKeys", ["keys": [key, key]],
                "remoteKeys is not a JWK set of public keys: duplicateKeyID."
            ),
        ] as [(String, JSONValue?, String)])
    func faults(name: String, value: JSONValue?, message: String) {
        var members = Self.whole
        members[name] = value
        #expect(Self.message(JSONValue.object(members).compactBytes) == message)
    }

    @Test("a misspelt anchor member is refused with the correct name in the message")
    func misspelt() {
        var members = Self.whole
        members["anchor"] = ["issuer": "bank", "environment": "sandbox", "key": [Self.key]]
        let message = Self.message(JSONValue.object(members).compactBytes)
        #expect(message?.hasPrefix("anchor.key is an unknown member") == true && message?.contains("keys") == true)
    }

    @Test("an error in a named file is reported with line and column")
    func place() {
        let text = "{\n  \"gateway\": \"https://gateway.localhost\",\n  \"pins\": []\n}"
        #expect(Self.message(Array(text.utf8), name: "bank.json") == "bank.json:3:3: pins is not an object.")
        #expect(Self.message(Array("{\"gateway\": 1,}".utf8), name: "bank.json")?.hasPrefix("bank.json:1:15: ") == true)
    }

    @Test(
        "a profile that is not one strict JSON object of at most 1 MiB is refused",
        arguments: ["", "[]", "{} {}", "{\"pins\": {}, \"pins\": {}}"])
    func noObject(text: String) {
        #expect(Self.message(Array(text.utf8)) != nil)
        #expect(Self.message(Array(repeating: 0x20, count: 1 << 20) + JSONValue.object(Self.whole).compactBytes) != nil)
    }
}
