import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Compiling a valid manifest")
struct AcceptanceTests {
    private func step(_ name: String, of journey: Journey) throws -> Step {
        let id = try #require(StepID(name))
        return try #require(journey.steps[id])
    }

    @Test("version 1.1 supports the seed's whole grammar")
    func seed() async throws {
        let journey = try await TestManifest.journey(TestManifest.manifest11)
        #expect(journey.version == .v11)
        #expect(journey.security.pinning && journey.security.attestation == ["device": true])
        #expect(journey.resumePolicy?.snapshotOn == ["submit"])
        #expect(journey.locales == ["en-GB"])
        let form = try step("form", of: journey)
        #expect(form.idempotencyKey == "transfer-1")
        #expect(form.timeout == .seconds(60))
        #expect(form.methods.isEmpty)
        let binding = try #require(form.bindings.first)
        guard case .from(let path) = binding.arguments else { throw Unexpected() }
        #expect(path == ["form", "values"])
        #expect(binding.headers["x-screen"] == "form")
        #expect(form.transitions["paid"]?.first?.guardExpression?.source == "payload.status == 'DONE'")
        #expect(form.transitions["refused"]?.first?.emit == "show.error")
        guard case .terminal(let terminal) = try step("done", of: journey).kind,
            case .literal(let result) = terminal.result
        else { throw Unexpected() }
        #expect(terminal.outcome == .completed)
        #expect(result == ["demo": true, "none": nil])
    }

    @Test("a step lists its encrypted payloads, methods and events alike")
    func encrypted() async throws {
        let journey = try await TestManifest.journey(
            TestManifest.manifest.setting(
                "steps form bridgeEncrypt", to: ["submit": "dir", "performBiometric": "ECDH-ES+A256KW"]))
        #expect(
            try step("form", of: journey).encrypted == ["submit": .direct, "performBiometric": .agreement])
        #expect(try step("confirm", of: journey).encrypted.isEmpty)
    }

    @Test("the distance to a completed end is the shortest path, and unknown where there is none")
    func distance() async throws {
        let journey = try await TestManifest.journey(
            TestManifest.manifest.setting("steps form on skip", to: ["to": "pay"]))
        for (name, left) in [("form", 1), ("confirm", 1), ("pay", 0), ("failed", nil), ("held", nil)]
            as [(String, Int?)]
        {
            #expect(journey.stepsLeft(from: try #require(StepID(name))) == left, "\(name)")
        }
    }

    @Test("version 1.2 supports declared arguments, outputs, retries and outcomes")
    func additions() async throws {
        let journey = try await TestManifest.journey()
        let pay = try step("pay", of: journey)
        let binding = try #require(pay.bindings.first)
        guard case .declared(let arguments) = binding.arguments else { throw Unexpected() }
        #expect(arguments["amount"]?.description == "steps.form.amount")
        #expect(binding.outputs == ["reference": .string, "status": .string])
        #expect(binding.retry.first?.codes == [.rateLimited, .netTimeout])
        #expect(binding.retry.first?.cap == .seconds(8))
        #expect(binding.operation.takesIdempotencyKey)
        #expect(pay.transitions["paid"]?.map { $0.guardExpression == nil } == [false, true])
        guard case .terminal(let held) = try step("held", of: journey).kind, case .declared(let result) = held.result
        else { throw Unexpected() }
        #expect(held.outcome == .pending)
        #expect(result == ["reference": .string])
        #expect(try step("form", of: journey).methods == ["performBiometric"])
    }

    @Test("a step of an unknown type leads to the fallback, as target and as start")
    func fallback() async throws {
        let manifest = TestManifest.manifest.setting("fallback", to: "failed")
            .setting("steps hologram", to: ["type": "hologram", "beam": true])
            .setting("steps form on timeout to", to: "hologram")
        let journey = try await TestManifest.journey(manifest)
        #expect(try step("form", of: journey).transitions["timeout"]?.first?.target?.rawValue == "failed")
        #expect(!journey.steps.keys.contains { $0.rawValue == "hologram" })
        let start = try await TestManifest.journey(manifest.setting("startStep", to: "hologram"))
        #expect(start.startStep.rawValue == "failed")
    }

    @Test("limits replace only the defaults that they name")
    func limits() async throws {
        let manifest = TestManifest.manifest.setting("limits", to: ["totalSteps": 40, "journeyTimeoutMs": 900_000])
            .setting("mustUnderstand", to: ["limits", "fallback"])
        let limits = try await TestManifest.journey(manifest).limits
        #expect(limits.totalSteps == 40)
        #expect(limits.journeyTimeout == .seconds(900))
        #expect(limits.visitsPerStep == JourneyLimits().visitsPerStep)
    }

    @Test("an unknown top-level member is ignored unless it must be understood")
    func unknownMember() async throws {
        let manifest = TestManifest.manifest.setting("theme", to: "blue")
        #expect(try await TestManifest.refusal(manifest) == nil)
        #expect(
            try await TestManifest.refusal(manifest.setting("mustUnderstand", to: ["theme"]))?.code == .manifestInvalid)
    }

    @Test("an emitted event brings the result of the event that it follows")
    func emittedResult() async throws {
        let manifest = TestManifest.manifest
            .setting("steps pay on paid", to: ["emit": "settled"])
            .setting(
                "steps pay on settled",
                to: [["guardExpr": "result.status == 'HELD'", "to": "held"], ["to": "done"]])
        #expect(try await TestManifest.refusal(manifest) == nil)
    }

    @Test("guards see the declared outputs of other steps and the session")
    func scope() async throws {
        let expressions = [
            "steps.pay.reference == 'a'", "has(steps.pay.status)", "session.featureFlags.fast",
            "session.locale == 'en-GB'",
            "event.amount == payload.amount", "payload.list[0].id == 1",
        ]
        for expression in expressions {
            let manifest = TestManifest.manifest.setting("steps form on submit 0 guardExpr", to: .string(expression))
            #expect(try await TestManifest.refusal(manifest) == nil)
        }
    }
}

struct Unexpected: Error {}
