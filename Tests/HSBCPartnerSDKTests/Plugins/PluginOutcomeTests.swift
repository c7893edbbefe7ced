import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

/// Plugin errors as step, page and host receive them.
@Suite("Plugins' errors and permissions", .timeLimit(.minutes(10)))
struct PluginOutcomeTests {
    private struct Odd: Error {}

    /// A failing plugin with the name of the biometric one.
    private struct Failing: JourneyPlugin {
        let name = "biometric_auth"
        let methods: Set<String> = ["performBiometric"]
        var permissions: Set<PluginPermission> = []
        var error: any Error = Odd()
        func handle(_ method: String, params: JSONValue) async throws -> JSONValue { throw error }
    }

    private static let table: [(error: any Error, code: String, result: String, isRecoverable: Bool)] = [
        (JourneyError(.userCancelled, "No."), "USER_CANCELLED", "cancelled", false),
        (CancellationError(), "USER_CANCELLED", "cancelled", false),
        (JourneyError(.scaRequired, "No sensor."), "SCA_REQUIRED", "SCA_REQUIRED", false),
        (JourneyError(.validationFail, "Bad."), "VALIDATION_FAIL", "VALIDATION_FAIL", false),
        (JourneyError(.netTimeout, "Slow.", recovery: .restart), "NET_TIMEOUT", "NET_TIMEOUT", true),
        (JourneyError(ErrorCode(rawValue: "MY_CODE"), "Own."), "MY_CODE", "MY_CODE", false),
        (Odd(), "UNKNOWN", "UNKNOWN", false),
    ]

    @Test("an unhandled plugin error in a native step ends the run with its code; a cancellation cancels it")
    func results() async throws {
        for row in Self.table {
            var world = try JourneyFixture()
            world.manifest = world.manifest.with("steps.biometric.on", ["success": ["to": "pay"]])
            world.plugins = [Failing(error: row.error)]
            let result = try await world.run()
            #expect(JourneyFixture.word(result) == row.result)
            if case .failed(_, _, let isRecoverable) = result { #expect(isRecoverable == row.isRecoverable) }
            #expect(world.bank.total == 0 && world.events.entries("result").count == 1)
        }
    }

    @Test("a native step's handlers receive cancelled, or error with the code")
    func events() async throws {
        for row in Self.table {
            var world = try JourneyFixture()
            world.manifest = world.manifest.with(
                "steps.biometric.on",
                [
                    "success": ["to": "pay"], "cancelled": ["to": "cancelled"],
                    "error": [
                        ["guardExpr": .string("payload.code == \"\(row.code)\""), "to": "done"], ["to": "failed"],
                    ],
                ])
            world.manifest = world.manifest.with("steps.done", ["type": "terminal", "outcome": "failed"])
            world.plugins = [Failing(error: row.error)]
            _ = try await world.run()
            let last = world.events.entries("step_enter").last?.attributes["step"]?.string
            #expect(last == (row.code == "USER_CANCELLED" ? "cancelled" : "done"))
        }
    }

    @Test("a page receives a plugin's code without text")
    func pages() async throws {
        for row in Self.table {
            let seen = EventRecorder()
            var world = try JourneyFixture { page in
                try await page.connect()
                do { _ = try await page.request("performBiometric", ["reason": "Now"]) } catch let refused
                    as ScriptedDocument.Refused
                { seen.record(refused.code, [:]) }
                try await page.emit("cancel")
            }
            world.plugins = [Failing(error: row.error)]
            _ = try await world.run()
            #expect(seen.names == [row.code])
        }
    }

    @Test("a native step whose plugin lacks a permission is refused before anything is shown")
    func denied() async throws {
        var world = try JourneyFixture()
        world.plugins = [Failing(permissions: [.biometrics, .camera])]
        let result = try await world.run()
        guard case .failed(let code, let message, _) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(code == "PERMISSION_DENIED" && message.contains("camera") && !message.contains("biometrics"))
        #expect(world.page.loads.isEmpty && world.bank.total == 0)
    }

    @Test("no override restores a permission that is not granted or widens what a step allows")
    func narrowOnly() async throws {
        let seen = EventRecorder()
        var world = try JourneyFixture { page in
            try await page.connect()
            for method in ["performBiometric", "take"] {
                do { _ = try await page.request(method, ["reason": "Now"]) } catch let refused
                    as ScriptedDocument.Refused
                { seen.record("\(method) \(refused.code)", [:]) }
            }
            try await page.emit("cancel")
        }
        world.manifest = world.manifest.with("steps.biometric", ["type": "server", "on": ["x": ["to": "failed"]]])
        world.manifest = world.manifest.with("steps.biometric.timeoutMs", 1_000)
        world.plugins = [Failing(permissions: [.camera]), Taking()]
        world.params.capabilitiesOverride = ["performBiometric": true, "take": true]
        _ = try await world.run()
        #expect(seen.names == ["performBiometric BRIDGE_FORBIDDEN", "take BRIDGE_FORBIDDEN"])
    }

    /// A plugin with a method that no step of the manifest lists.
    private struct Taking: JourneyPlugin {
        let name = "taking"
        let methods: Set<String> = ["take"]
        func handle(_ method: String, params: JSONValue) async throws -> JSONValue { [:] }
    }
}
