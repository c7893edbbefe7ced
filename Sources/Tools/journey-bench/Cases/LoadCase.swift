import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage

/// Measures the whole load of a long journey (strict parse, canonical form, signature, schema, OpenAPI bundle, steps, guards)
/// against the strict parse of the same bytes. Also measures a journey ten times as long against ten loads of the shorter one.
enum LoadCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let short = try await LongJourney(steps: 1_000)
        let long = try await LongJourney(steps: 10_000)
        // A load of the long journey takes almost a second.
        var sampler = bench.sampler
        sampler.pairs = max(1, sampler.pairs / 3)
        var figures: [Measurement] = []
        for journey in [short, long] {
            let samples = try await sampler.calculate(floor: journey.parse, ours: journey.load)
            figures.append(
                Measurement(
                    "journey of \(journey.steps) steps loaded, a step", floor: "our strict parse of the same bytes",
                    samples, units: Double(journey.steps), aim: .ratio(8)))
        }
        let growth = try await sampler.calculate(
            floor: { for _ in 0..<10 { try short.load() } }, ours: long.load)
        figures.append(
            Measurement(
                "a step's load at 10000 steps", floor: "at 1000 steps", growth, units: Double(long.steps),
                aim: .ratio(1.3)))
        return figures
    }
}

/// A signed journey of many steps, each with a call of declared inputs and outputs, a guard, and a next step.
struct LongJourney: Sendable {
    let steps: Int
    private let manifest: [UInt8]
    private let openAPI: [UInt8]
    private let trust: ManifestTrust

    init(steps count: Int) async throws {
        steps = count
        openAPI = LongJourney.document.compactBytes
        var steps: [String: JSONValue] = ["done": ["type": "terminal", "result": ["reference": "string"]]]
        for index in 0..<count - 1 {
            steps["step\(index)"] = LongJourney.step(index, next: index + 2 < count ? "step\(index + 1)" : "done")
        }
        let manifest: JSONValue = [
            "manifestVersion": "1.2", "minSdk": "0.1.0", "journeyId": "long", "issuer": "Bench", "sequence": 1,
            "notBefore": "2020-01-01T00:00:00Z", "notAfter": "2100-01-01T00:00:00Z",
            "oapiBundle": "https://bank.example/openapi.json", "oapiSha256": .string(Hex.encode(SHA256.hash(openAPI))),
            "startStep": "step0", "headers": ["X-Channel": "partner"],
            "security": ["allowedOrigins": ["https://bank.example"], "pinning": false, "requireHandshake": true],
            "steps": .object(steps),
        ]
        let key = try P256PrivateKey.generate()
        self.manifest = try await ManifestSigner.sign(manifest, key: key, kid: "bench").compactBytes
        let id = try unwrap(JourneyID("long"), "The journey ID is invalid.")
        trust = ManifestTrust(
            keys: try BenchKeys.set(key, issuer: "Bench"), leastVersion: .v12, now: .now,
            sdkVersion: JourneyKitVersion.current, journey: id)
        guard
            try JourneyLoader.compile(JourneyLoader.verify(self.manifest, trust: trust), openAPI: openAPI)
                .steps.count == count
        else { throw BenchError(what: "The journey has an unexpected number of steps.") }
    }

    func parse() throws {
        keep(try JSONReader.read(manifest, limits: JSONLimits(bytes: 8 << 20, values: 1_000_000)))
        keep(try JSONReader.read(openAPI))
    }

    func load() throws {
        JourneyLoader.forgetJourneys()
        keep(try JourneyLoader.compile(JourneyLoader.verify(manifest, trust: trust), openAPI: openAPI))
    }

    /// Returns a web step whose event starts a call; the response selects the next step.
    private static func step(_ index: Int, next: String) -> JSONValue {
        [
            "type": "web", "url": .string("https://bank.example/pages/form-\(index)"), "timeoutMs": 60_000,
            "bridgeAllow": ["performBiometric"],
            "bindings": [
                [
                    "onEvent": "submit", "call": ["operationId": "createTransfer"],
                    "in": ["amount": "payload.amount", "to": "payload.to"],
                    "out": ["reference": "string", "status": "string"], "onSuccessEmit": "paid",
                    "onErrorEmit": "refused",
                    "retry": [["on": ["RATE_LIMITED", "NET_TIMEOUT"], "max": 3, "capMs": 8_000]],
                ]
            ],
            "on": [
                "paid": [
                    ["guardExpr": "result.status == \"HELD\" && payload.amount > 100", "to": "done"],
                    ["to": .string(next)],
                ],
                "refused": ["to": "done"], "timeout": ["to": "done"],
            ],
        ]
    }

    private static let document: JSONValue = [
        "openapi": "3.1.0", "info": ["title": "Bench", "version": "1"],
        "servers": [["url": "https://bank.example/api"]],
        "paths": [
            "/transfers": [
                "post": [
                    "operationId": "createTransfer",
                    "parameters": [["name": "X-Idempotency-Key", "in": "header", "schema": ["type": "string"]]],
                    "requestBody": [
                        "required": true,
                        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Transfer"]]],
                    ],
                    "responses": [
                        "201": [
                            "description": "Done",
                            "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Receipt"]]],
                        ]
                    ],
                ]
            ]
        ],
        "components": [
            "schemas": [
                "Transfer": [
                    "type": "object", "required": ["amount", "to"],
                    "properties": ["amount": ["type": "number"], "to": ["type": "string"]],
                ],
                "Receipt": [
                    "type": "object", "properties": ["reference": ["type": "string"], "status": ["type": "string"]],
                ],
            ]
        ],
    ]
}
