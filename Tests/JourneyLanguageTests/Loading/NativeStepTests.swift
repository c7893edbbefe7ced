import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Native step inputs and outputs")
struct NativeStepTests {
    /// The good manifest, whose native step takes an amount from an earlier response and stores a proof.
    private static let manifest = TestManifest.manifest
        .setting("steps confirm in", to: ["amount": "steps.form.amount", "language": "session.locale"])
        .setting("steps confirm out", to: ["proof": "string"])

    @Test("a step reads its parameters' paths and its declared outputs, which later steps can name")
    func read() async throws {
        let journey = try await TestManifest.journey(
            Self.manifest.setting("steps pay bindings 0 in note", to: "steps.confirm.proof")
                .setting("resumePolicy", to: ["snapshotOn": [], "keep": ["steps.confirm.proof"]]))
        let id = try #require(StepID("confirm"))
        let step = try #require(journey.steps[id])
        #expect(step.inputs.mapValues(\.description) == ["amount": "steps.form.amount", "language": "session.locale"])
        #expect(step.outputs == ["proof": .string])
        guard case .native(_, let params) = step.kind else { throw Unexpected() }
        #expect(params == ["reason": "Approve the transfer"], "what is written stays what is written")
    }

    @Test("a guard may name the plugin's answer on success, and nowhere else")
    func result() async throws {
        let good: JSONValue = [["guardExpr": "result.proof != \"\"", "to": "pay"], ["to": "failed"]]
        _ = try await TestManifest.journey(Self.manifest.setting("steps confirm on success", to: good))
        for event in ["cancelled", "error"] {
            let refusal = try await TestManifest.refusal(Self.manifest.setting("steps confirm on \(event)", to: good))
            #expect(refusal?.code == .manifestInvalid, "\(event)")
        }
        let without = Self.manifest.setting("steps confirm out", to: nil).setting("steps confirm on success", to: good)
        #expect(try await TestManifest.refusal(without)?.code == .manifestInvalid)
    }

    static let changes: [Change] = [
        Change("steps confirm in", [], "steps.confirm.in is not an object"),
        Change("steps confirm in reason", "steps.form.to", "steps.confirm.in.reason is also set in params"),
        Change(
            "steps confirm in method", "steps.form.to",
            "steps.confirm.in.method is not allowed: set the method in params"),
        Change("steps confirm in amount", 12, "steps.confirm.in.amount is not a string"),
        Change("steps confirm in amount", "", "steps.confirm.in.amount"),
        Change("steps confirm in amount", "steps.form.total", "steps.confirm.in.amount is not a usable path"),
        Change("steps confirm in amount", "steps.from.amount", "steps.confirm.in.amount is not a usable path"),
        Change("steps confirm in amount", "steps.form.amount.x", "steps.confirm.in.amount is not a usable path"),
        Change("steps confirm in amount", "session.token", "steps.confirm.in.amount is not a usable path"),
        Change("steps confirm in amount", "result.amount", "steps.confirm.in.amount is not a usable path"),
        Change("steps confirm in amount", "payload.amount", "steps.confirm.in.amount reads a payload"),
        Change("steps confirm in amount", "event.amount", "steps.confirm.in.amount reads a payload"),
        Change("steps confirm in amount", "host.amount", "steps.confirm.in.amount is not a usable path"),
        Change("steps confirm out", [], "steps.confirm.out is not an object"),
        Change("steps confirm out proof", "text", "steps.confirm.out.proof is not a valid type"),
        Change("steps form in", [:], "steps.form.in is an unknown member"),
        Change("steps pay out", [:], "steps.pay.out is an unknown member"),
        Change("steps done in", [:], "steps.done.in is an unknown member"),
    ]

    @Test("invalid inputs and outputs are refused at load with their location", arguments: changes)
    func refused(change: Change) async throws {
        let refusal = try #require(
            try await TestManifest.refusal(Self.manifest.setting(change.path, to: change.value)))
        #expect(refusal.code == change.code)
        #expect(refusal.message.contains(change.message), "\(refusal.message)")
    }

    @Test("a name has one type within a step")
    func types() async throws {
        let binding: JSONValue = [
            "onEvent": "success", "call": ["operationId": "createTransfer"],
            "in": ["amount": "steps.form.amount", "to": "steps.form.to"], "out": ["reference": "string"],
            "onSuccessEmit": "paid", "onErrorEmit": "refused",
        ]
        let manifest = Self.manifest.setting("steps confirm bindings", to: [binding])
            .setting("steps confirm on paid", to: ["to": "done"])
            .setting("steps confirm on refused", to: ["to": "failed"])
        #expect(
            try await TestManifest.refusal(manifest.setting("steps confirm out reference", to: "string")) == nil)
        let refusal = try await TestManifest.refusal(manifest.setting("steps confirm out reference", to: "integer"))
        #expect(refusal?.message.contains("another type") == true)
    }

    @Test("version 1.1 supports neither", arguments: ["in", "out"])
    func earlier(name: String) async throws {
        let native: JSONValue = [
            "type": "native", "plugin": "p", "on": ["success": ["to": "done"]],
        ]
        let manifest = TestManifest.manifest11.setting("steps confirm", to: native)
            .setting("steps confirm \(name)", to: [:])
        #expect(try await TestManifest.refusal(manifest)?.code == .manifestInvalid)
        #expect(try await TestManifest.refusal(manifest.setting("steps confirm \(name)", to: nil)) == nil)
    }
}
