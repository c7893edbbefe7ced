import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Loading the resume policy")
struct ResumePolicyTests {
    @Test(
        "an invalid policy is refused with its location",
        arguments: [
            (["keep": ["steps.pay.missing"]], "resumePolicy.keep[0] is not a string output"),
            (["keep": ["steps.nowhere.reference"]], "resumePolicy.keep[0] is not a string output"),
            (["keep": ["session.locale"]], "resumePolicy.keep[0] "),
            (["keep": ["steps.pay"]], "resumePolicy.keep[0] is not a path"),
            (["keep": ["steps.pay.reference.x"]], "resumePolicy.keep[0] is not a path"),
            (["keep": "steps.pay.reference"], "resumePolicy.keep is not an array"),
            (["keep": .array(Array(repeating: "steps.pay.reference", count: 33))], "resumePolicy.keep "),
            (["maxAgeMs": 59_999], "resumePolicy.maxAgeMs is not between"),
            (["maxAgeMs": 2_592_000_001], "resumePolicy.maxAgeMs is not between"),
            (["snapshotAt": []], "resumePolicy.snapshotAt is an unknown member"),
            (["snapshotOn": ["a b"]], "resumePolicy.snapshotOn[0] is not a valid name"),
        ] as [(JSONValue, String)])
    func refused(policy: JSONValue, message: String) async throws {
        let refusal = try await TestManifest.refusal(TestManifest.manifest.setting("resumePolicy", to: policy))
        #expect(refusal?.message.hasPrefix(message) ?? false, "\(refusal?.message ?? "not refused")")
    }

    @Test("1.1 supports the events only, and refuses 1.2's members", arguments: ["keep", "maxAgeMs"])
    func version11(member: String) async throws {
        let value: JSONValue = member == "keep" ? [] : 60_000
        let refusal = try await TestManifest.refusal(
            TestManifest.manifest11.setting("resumePolicy \(member)", to: value))
        #expect(refusal?.message.hasPrefix("resumePolicy.\(member) is an unknown member") ?? false)
    }
}
