import JourneyBase
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Fault plan files")
struct FaultPlanTests {
    private func refusal(_ text: String) -> String? {
        do throws(JourneyError) {
            let plan = try FaultPlan(reading: Array(text.utf8))
            try plan.check(operations: ["getAccount", "manifest"])
            return nil
        } catch {
            #expect(error.code == .configurationInvalid)
            return error.message
        }
    }

    @Test("a file with every setting is parsed")
    func whole() throws {
        let plan = try FaultPlan(
            reading: Array(
                """
                { "seed": 7, "clockSkewSeconds": -90, "faults": [
                  { "operation": "getAccount", "fault": "latency", "milliseconds": 20, "probability": 0.5 },
                  { "operation": "getAccount", "fault": "rateLimited", "retryAfterSeconds": 2, "asDate": true, "count": 1 },
                  { "path": "/api/*", "fault": "status", "status": 503 },
                  { "path": "/api/quotes", "fault": "dropped", "when": "after", "count": 2 },
                  { "operation": "getAccount", "fault": "timeout", "when": "before" },
                  { "operation": "getAccount", "fault": "timeout", "when": "after" },
                  { "operation": "getAccount", "fault": "malformed" }, { "operation": "getAccount", "fault": "wrongType" },
                  { "operation": "manifest", "fault": "wrongSignature" } ] }
                """.utf8))
        #expect(plan.seed == 7 && plan.clockSkew == .seconds(-90))
        #expect(
            plan.rules.map(\.kind) == [
                .latency(.milliseconds(20)), .status(429, retryAfter: 2, asDate: true), .status(503), .answerLost,
                .silent(isDone: false), .silent(isDone: true), .malformed, .wrongTypes, .wrongSignature,
            ])
        #expect(plan.rules.map(\.left) == [nil, 1, nil, 2, nil, nil, nil, nil, nil])
        try plan.check(operations: ["getAccount", "manifest"])
    }

    @Test(
        "a mistake is refused with its location",
        arguments: [
            ("[]", "The document is not an object."),
            (#"{"fault": []}"#, "fault is an unknown member; did you mean 'faults'?"),
            (
                #"{"faults": [{"fault": "latency", "milliseconds": 5}]}"#,
                "faults[0] must have either an operation or a path."
            ),
            (
                #"{"faults": [{"operation": "a", "path": "/a", "fault": "status", "status": 500}]}"#,
                "faults[0] must have either an operation or a path."
            ),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "latency", "milliseconds": 0}]}"#,
                "faults[0].milliseconds is not between 1 and 25000."
            ),
            (#"{"faults": [{"operation": "getAccount", "fault": "latency"}]}"#, "faults[0].milliseconds is missing."),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "slow"}]}"#,
                "faults[0].fault is not one of latency, rateLimited, status, dropped, timeout, malformed, wrongType and wrongSignature."
            ),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "dropped", "when": "later"}]}"#,
                "faults[0].when is neither before nor after."
            ),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "status", "status": 200}]}"#,
                "faults[0].status is not between 400 and 599."
            ),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "status", "status": 500, "milliseconds": 5}]}"#,
                "faults[0].milliseconds is an unknown member."
            ),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "rateLimited", "asDate": true}]}"#,
                "faults[0].asDate needs retryAfterSeconds."
            ),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "rateLimited", "probability": 0}]}"#,
                "faults[0].probability is not a number above 0 and up to 1."
            ),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "rateLimited", "count": 0}]}"#,
                "faults[0].count is not between 1 and 1000000."
            ),
            (#"{"faults": [{"operation": "getAccount", "fault": "timeout"}]}"#, "faults[0].when is missing."),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "malformed", "when": "after"}]}"#,
                "faults[0].when is an unknown member."
            ),
            (#"{"faults": [{"path": "api", "fault": "rateLimited"}]}"#, "faults[0].path does not start with a slash."),
            (
                #"{"faults": [{"operation": "getAcount", "fault": "rateLimited"}]}"#,
                "faults[0].operation is not one of getAccount, manifest."
            ),
            (
                #"{"faults": [{"operation": "getAccount", "fault": "wrongSignature"}]}"#,
                "faults[0].fault is wrongSignature, but getAccount is not signed; manifest and remoteConfiguration are."
            ),
        ])
    func slips(text: String, sentence: String) { #expect(refusal(text) == sentence) }

    @Test("the same seed selects the same requests, and another seed others")
    func seeds() throws {
        func met(_ seed: UInt64) -> [Bool] {
            let rule = SandboxFaults.Rule(target: .path("/x/*"), kind: .status(500), left: nil, probability: 0.3)
            let faults = SandboxFaults(rules: [rule], seed: seed)
            return (0..<200).map { _ in faults.next(for: nil, path: "/x/y").kind != nil }
        }
        #expect(met(1) == met(1))
        #expect(met(1) != met(2))
        #expect((40...80).contains(met(1).count { $0 }))
    }

    @Test("a path matches exactly, with a star what is below it, and no similar path")
    func paths() {
        let star = SandboxFaults.Target.path("/api/*")
        #expect(star.covers(nil, "/api/a") && star.covers(nil, "/api/a/b") && !star.covers(nil, "/apis/a"))
        #expect(!star.covers(nil, "/api"))
        let plain = SandboxFaults.Target.path("/api")
        #expect(plain.covers(nil, "/api") && !plain.covers(nil, "/api/a"))
    }
}
