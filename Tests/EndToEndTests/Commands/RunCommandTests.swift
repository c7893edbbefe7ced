import Foundation
import JourneyBase
import JourneyHarness
import JourneySandbox
import SandboxServices
import Testing

@Suite("journey run", .serialized)
struct RunCommandTests {
    /// Runs the shipped journey with a user who performs `steps`; returns the status and the host's result.
    private func run(_ steps: JSONValue, patience: Int = 60) async throws -> (status: Int32, host: [String: JSONValue]?)
    {
        let programs = try Programs()
        let script = programs.folder + "/person.json"
        try Data(JSONValue.object(["steps": steps]).compactBytes).write(to: URL(fileURLWithPath: script))
        let (status, text) = try await programs.run([
            "run", "money-transfer", "--autopilot", script, "--patience", "\(patience)", "--json",
        ])
        let events = text.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
        return (status, events.last { $0.name == "host" }?.attributes)
    }

    private static let upToReview: [JSONValue] = [
        ["step": "intro", "do": [["press": "#start"]]],
        [
            "step": "recipient",
            "do": [
                ["fill": "#name", "with": "Amelia Stone"], ["fill": "#sort-code", "with": "04-00-04"],
                ["fill": "#account-number", "with": "12345678"], ["press": "#continue"],
            ],
        ],
        ["step": "amount", "do": [["fill": "#amount", "with": "9.99"], ["press": "#continue"]]],
        ["step": "review", "do": [["press": "#confirm"]]],
    ]

    @Test("a cancelled run is an outcome, not an error")
    func cancelled() async throws {
        let (status, host) = try await run([["step": "intro", "do": [["press": "#cancel"]]]])
        #expect(status == 1)
        #expect(host?["outcome"] == "cancelled")
    }

    @Test("a device without biometrics ends the journey with SCA_REQUIRED, and nothing is paid")
    func unavailable() async throws {
        let (status, host) = try await run(
            .array(
                RunCommandTests.upToReview + [
                    ["screen": "transaction-approval", "press": "approve"],
                    ["screen": "biometric", "press": "unavailable"],
                ]))
        #expect(status == 3)
        #expect(host?["outcome"] == "failed")
        #expect(host?["code"] == "SCA_REQUIRED")
    }

    @Test("a page that does not connect is explained, ends the run with a code of its own, and leaves no process")
    func broken() async throws {
        let programs = try Programs()
        let document = programs.folder + "/openapi.json"
        try Data(RunCommandTests.document.compactBytes).write(to: URL(fileURLWithPath: document))
        for (name, text, wanted) in [
            ("missing", "import './nowhere.js';", "/nowhere.js was answered with status 404."),
            ("endless", "while (true) {}", "is still loading and has not connected to the bridge"),
        ] {
            let folder = programs.folder + "/" + name
            let made = try await programs.run(
                ["new", "pay", "--openapi", document, "--operation", "pay", "--output", folder])
            #expect(made.status == 0)
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/pages/page.js"))
            let (status, output) = try await programs.run(
                ["run", folder + "/manifest.json", "--headless", "--json", "--patience", "2"])
            let events = output.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
            #expect(status == 1)
            let errors = try String(contentsOfFile: programs.folder + "/errors.log", encoding: .utf8)
            #expect((output + errors).contains("PAGE_NOT_CONNECTED") && (output + errors).contains(wanted), "\(errors)")
            #expect(events.contains { $0.name == "page" && $0.text("kind") == "committed" })
        }
    }

    private static let document: JSONValue = [
        "openapi": "3.1.0", "info": ["title": "Bank", "version": "1"], "servers": [["url": "https://bank.example/api"]],
        "paths": [
            "/payments": [
                "post": [
                    "operationId": "pay",
                    "requestBody": [
                        "content": [
                            "application/json": [
                                "schema": ["type": "object", "properties": ["amount": ["type": "string"]]]
                            ]
                        ]
                    ],
                    "responses": [
                        "201": [
                            "description": "Paid",
                            "content": [
                                "application/json": [
                                    "schema": [
                                        "type": "object",
                                        "properties": ["reference": ["type": "string", "example": "P-1"]],
                                    ]
                                ]
                            ],
                        ]
                    ],
                ]
            ]
        ],
    ]

    @Test("a script that does not fit the page ends the run with its step")
    func misfit() async throws {
        let (status, host) = try await run([["step": "intro", "do": [["press": "#nowhere"]]]], patience: 1)
        #expect(status == 1)
        #expect(host == nil)
    }

    /// Runs the shipped journey with a required sign-in, its own script and `more`.
    private func runSigningIn(_ more: [JSONValue]) async throws -> (
        status: Int32, host: [String: JSONValue]?, said: String
    ) {
        let programs = try Programs()
        let shipped = URL(fileURLWithPath: SandboxJourneys.autopilot(for: "money-transfer"))
        func read(_ name: String) throws -> [String: JSONValue] {
            let file = shipped.deletingLastPathComponent().appendingPathComponent(name)
            return try #require(try JSONReader.read(Array(Data(contentsOf: file))).object)
        }
        var manifest = try read("manifest.json")
        var security = try #require(manifest["security"]?.object)
        security["signIn"] = true
        manifest["security"] = .object(security)
        let steps = try #require(try read("autopilot.json")["steps"]?.array)
        for (name, value) in [
            ("manifest.json", .object(manifest)), ("openapi.json", .object(try read("openapi.json"))),
            ("person.json", ["steps": .array(more + steps)]),
        ] as [(String, JSONValue)] {
            try Data(value.compactBytes).write(to: URL(fileURLWithPath: "\(programs.folder)/\(name)"))
        }
        let (status, text) = try await programs.run([
            "run", programs.folder + "/manifest.json", "--autopilot", programs.folder + "/person.json", "--json",
        ])
        let events = text.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
        return (status, events.last { $0.name == "host" }?.attributes, programs.errors + text)
    }

    @Test("a journey with a sign-in runs unattended: the script signs in, and the payment is made")
    func signIn() async throws {
        let seen = try await runSigningIn([
            [
                "signIn": [
                    ["fill": "#name", "with": "rowan"], ["fill": "#passcode", "with": "246810"], ["press": "#sign-in"],
                ]
            ]
        ])
        #expect(seen.status == 0 && seen.host?["outcome"] == "completed", "\(seen)")
        #expect(seen.host?["payload"]?["reference"]?.string != nil)
    }

    @Test("a script without a sign-in ends the run with a message")
    func noSignIn() async throws {
        let seen = try await runSigningIn([])
        #expect(seen.status != 0 && seen.host == nil)
        #expect(seen.said.contains("signIn"), "\(seen.said)")
    }
}
