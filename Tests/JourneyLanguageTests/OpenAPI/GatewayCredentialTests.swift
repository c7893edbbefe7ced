import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("Credentials that the gateway adds")
struct GatewayCredentialTests {
    private static let schemes: JSONValue = [
        "key": ["type": "apiKey", "name": "X-API-Key", "in": "header"], "basic": ["type": "http", "scheme": "basic"],
        "certificate": ["type": "mutualTLS"], "token": ["type": "http", "scheme": "bearer"],
    ]

    private static func operation(
        _ security: JSONValue, _ supplied: Set<GatewayCredential>, headers: [String] = []
    ) throws(Refusal) -> Operation {
        let parameters = headers.map { name in
            ["name": .string(name), "in": "header", "required": true, "schema": ["type": "string"]] as JSONValue
        }
        let document: JSONValue = [
            "openapi": "3.1.0", "components": ["securitySchemes": schemes],
            "paths": [
                "/a": ["post": ["operationId": "a", "security": security, "parameters": .array(parameters)]]
            ],
        ]
        let address = HTTPSURL("https://bank.example/openapi.json")
        guard let address else { throw Refusal(.oapiInvalid, at: "", "no address") }
        let resolver = try OpenAPIResolver(
            document.compactBytes, origins: SourcePolicy([address.origin]), address: address)
        return try resolver.operation("a", supplied: supplied, at: Reading("a", path: "call", code: .manifestInvalid))
    }

    @Test(
        "meet a scheme that a journey can't, and only that one",
        arguments: [
            ([["key": []]], .apiKey), ([["basic": []]], .clientSecret), ([["certificate": []]], .clientCertificate),
        ] as [(JSONValue, GatewayCredential)])
    func schemes(security: JSONValue, credential: GatewayCredential) throws {
        for other in GatewayCredential.allCases where other != credential {
            let refusal = #expect(throws: Refusal.self) { try Self.operation(security, [other]) }
            #expect(refusal?.code == .oapiSecurity && refusal?.message.contains("gatewayCredentials") == true)
        }
        // The gateway has to know the caller.
        #expect(try Self.operation(security, [credential]).takesToken)
    }

    @Test("meet an alternative of several schemes together")
    func together() throws {
        let security: JSONValue = [["key": [], "certificate": []]]
        #expect(throws: Refusal.self) { try Self.operation(security, [.apiKey]) }
        #expect(try Self.operation(security, [.apiKey, .clientCertificate]).takesToken)
        #expect(try Self.operation([], []).takesToken == false)
        #expect(try Self.operation([], [.detachedSignature]).takesToken)
    }

    @Test("take the headers that carry them from the arguments, and no others")
    func headers() throws {
        let names = ["x-jws-signature", "Digest", "X-API-Key", "X-Client-Secret", "TPP-Signature-Certificate"]
        let asked = try Self.operation([["token": []]], [], headers: names + ["PSU-IP-Address"])
        #expect(Set(asked.inputs.keys) == Set(names + ["PSU-IP-Address"]))
        let supplied = try Self.operation(
            [["token": []]], Set(GatewayCredential.allCases), headers: names + ["PSU-IP-Address"])
        #expect(Set(supplied.inputs.keys) == ["PSU-IP-Address"])
        let signed = try Self.operation([["token": []]], [.detachedSignature], headers: names)
        #expect(Set(signed.inputs.keys) == ["X-API-Key", "X-Client-Secret"])
    }

    @Test("are declared by the call of a 1.3 manifest, each once and by its name")
    func manifest() async throws {
        let place = "steps form bindings 0 call gatewayCredentials"
        for (value, isGood) in [
            (["apiKey", "detachedSignature"], true), (["password"], false), (["apiKey", "apiKey"], false), ([], false),
        ] as [(JSONValue, Bool)] {
            let manifest = TestManifest13.manifest.setting(place, to: value)
            let journey = try? await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI)
            #expect((journey != nil) == isGood, "\(value)")
        }
    }
}
