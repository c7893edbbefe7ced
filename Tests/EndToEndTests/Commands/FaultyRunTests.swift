import Foundation
import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyServer
import SandboxServices
import Testing

/// Both shipped journeys as a user starts them, with the autopilot at the window, against a bank with faults from a file. The
/// bank's database is inspected afterwards.
@Suite("journey run against a misbehaving bank", .serialized, .timeLimit(.minutes(10)))
struct FaultyRunTests {
    /// The result of one run.
    private struct Ending {
        var status: Int32
        var host: [String: JSONValue]
        /// Each try as `operation status`, in order; `lost` for one without a response. A kept connection that is dead is
        /// replaced silently, so not every loss is included.
        var tries: [String]
        var payments: [Bank.Record]
        var applications: [Bank.ApplicationRecord]
        var said: String

        /// Returns the statuses of the responses to `operation`.
        func statuses(of operation: String) -> [String] {
            tries.filter { $0.hasPrefix(operation + " ") && !$0.hasSuffix(" lost") }.map {
                String($0.dropFirst(operation.utf8.count + 1))
            }
        }

        var reference: String? { host["payload"]?["reference"]?.string }
    }

    /// Starts the servers with `faults`, runs `journey` unattended, and stops the servers.
    private func run(_ journey: String, faults: JSONValue) async throws -> Ending {
        let programs = try Programs()
        let (plan, books, place) = (
            programs.folder + "/faults.json", programs.folder + "/books.sqlite", programs.folder + "/sandbox.json"
        )
        try Data(faults.compactBytes).write(to: URL(fileURLWithPath: plan))
        let server = try programs.start(["serve", "--faults", plan, "--database", books, "--with-parent", "--json"])
        var lines = server.lines.makeAsyncIterator()
        let readiness = try #require(await lines.next(), "\(programs.errors)")
        try Data(readiness.utf8).write(to: URL(fileURLWithPath: place))
        let (status, text) = try await programs.run([
            "run", journey, "--sandbox", place, "--autopilot", SandboxJourneys.autopilot(for: journey), "--json",
        ])
        await server.end()
        let events = text.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
        #expect(events.count { $0.name == "result" } == 1, "told once")
        #expect(programs.leftovers == [])
        let bank = try await Bank(.file(books))
        return Ending(
            status: status, host: try #require(events.last { $0.name == "host" }?.attributes, "\(programs.errors)"),
            tries: events.filter { $0.name == "api_call" }.map {
                "\($0.text("operation") ?? "") \($0.attributes["status"]?.int64.map(String.init) ?? "lost")"
            }, payments: try await bank.records(), applications: try await bank.applicationRecords(),
            said: programs.errors)
    }

    /// Returns the faults of one operation for a fault file, each with its count.
    private static func fault(_ operation: String, _ kind: [String: JSONValue], count: Int64 = 1) -> JSONValue {
        .object(kind.merging(["operation": .string(operation), "count": .number(JSONNumber(count))]) { $1 })
    }

    private static let unavailable: [String: JSONValue] = ["fault": "status", "status": 503]
    private static let limited: [String: JSONValue] = ["fault": "rateLimited", "retryAfterSeconds": 1]
    private static let limitedToDate = limited.merging(["asDate": true]) { $1 }
    private static let unheard: [String: JSONValue] = ["fault": "dropped", "when": "before"]
    private static let answerLost: [String: JSONValue] = ["fault": "dropped", "when": "after"]
    private static let slow: [String: JSONValue] = ["fault": "latency", "milliseconds": 300]

    @Test("a transfer completes and is paid once despite latency, 429, 5xx, lost connections and clock skew")
    func transfer() async throws {
        let ending = try await run(
            "money-transfer",
            faults: [
                "clockSkewSeconds": -90,
                "faults": [
                    ["path": "/pages/*", "fault": "latency", "milliseconds": 100],
                    Self.fault("manifest", Self.unheard), Self.fault("openapi", Self.limited),
                    Self.fault("checkPayee", Self.slow),
                    Self.fault("getAccount", Self.unavailable), Self.fault("createQuote", Self.slow),
                    Self.fault("getQuote", Self.unheard), Self.fault("createTransfer", Self.answerLost),
                    Self.fault("createTransfer", Self.unavailable),
                    Self.fault("createTransfer", Self.limitedToDate),
                ],
            ])
        #expect(ending.status == 0 && ending.host["outcome"] == "completed", "\(ending.host) \(ending.said)")
        // The faults occurred in the order of the file, and retries overcame them.
        #expect(ending.statuses(of: "createTransfer") == ["503", "429", "201"], "\(ending.tries)")
        #expect(ending.statuses(of: "openapi") == ["429", "200"])
        #expect(ending.statuses(of: "getAccount") == ["503", "200"])
        #expect(ending.payments.count == 1)
        #expect(ending.payments.first?.reference == ending.reference)
        #expect(ending.payments.first.map { $0.balance == 0 && $0.debited == $0.amount + $0.fee } == true)
    }

    @Test("an account is opened once despite latency, 429, 5xx, lost connections and clock skew")
    func opening() async throws {
        let ending = try await run(
            "account-opening",
            faults: [
                "clockSkewSeconds": 45,
                "faults": [
                    ["path": "/pages/*", "fault": "latency", "milliseconds": 100],
                    Self.fault("manifest", Self.unavailable, count: 2), Self.fault("getProducts", Self.unheard),
                    Self.fault("createApplication", Self.answerLost), Self.fault("putDetails", Self.slow),
                    Self.fault("putDocument", Self.unheard), Self.fault("putDocument", Self.unavailable),
                    Self.fault("putConsents", Self.answerLost), Self.fault("submitApplication", Self.answerLost),
                    Self.fault("submitApplication", Self.limited),
                ],
            ])
        #expect(ending.status == 0 && ending.host["outcome"] == "completed", "\(ending.host) \(ending.said)")
        #expect(ending.statuses(of: "submitApplication") == ["429", "201"], "\(ending.tries)")
        #expect(ending.statuses(of: "putDocument") == ["503", "200"], "\(ending.tries)")
        #expect(ending.statuses(of: "manifest") == ["503", "503", "200"])
        #expect(ending.applications.map(\.status) == ["OPENED"])
        #expect(ending.applications.first?.reference == ending.reference)
        #expect(ending.applications.first?.documentIsWhole == true)
    }

    @Test(
        "a run that must fail ends as documented and leaves no record at the bank",
        arguments: ["money-transfer", "account-opening"],
        [
            (["faults": [["operation": "manifest", "fault": "wrongSignature"]]], "MANIFEST_SIGNATURE"),
            (
                ["faults": [["operation": "remoteConfiguration", "fault": "wrongSignature"]]],
                "REMOTE_CONFIG_INVALID"
            ),
            (["clockSkewSeconds": 259_200], "REMOTE_CONFIG_EXPIRED"),
            (
                ["faults": [["operation": "remoteConfiguration", "fault": "status", "status": 503]]],
                "REMOTE_CONFIG_UNAVAILABLE"
            ),
            (["faults": [["operation": "manifest", "fault": "status", "status": 503]]], "SERVER_ERROR"),
        ] as [(JSONValue, String)])
    func refused(journey: String, day: (faults: JSONValue, code: String)) async throws {
        let ending = try await run(journey, faults: day.faults)
        #expect(ending.status != 0)
        #expect(ending.host["outcome"] == "failed" && ending.host["code"] == .string(day.code), "\(ending.host)")
        #expect(ending.payments == [])
        #expect(ending.applications == [])
    }

    @Test("a payment whose responses are all lost is pending and paid once")
    func neverHeard() async throws {
        let ending = try await run(
            "money-transfer",
            faults: [
                "faults": [
                    ["operation": "createTransfer", "fault": "dropped", "when": "after"],
                    ["path": "/journeys/money-transfer/settlements", "fault": "status", "status": 503],
                ]
            ])
        #expect(ending.host["outcome"] == "pending", "\(ending.host)")
        #expect(ending.payments.count == 1)
    }
}
