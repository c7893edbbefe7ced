import Foundation
import JourneyBase
import JourneyGateway
import JourneyHarness
import JourneySandbox
import JourneyTesting
import JourneyTrace
import JourneyWeb
import SandboxServices
import TestSupport
import Testing

/// The canary in the real engine, over real servers.
@Suite(
    "Canary secrets in the engine", .serialized, .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10))
)
struct CanaryEngineTests {
    static let reached: Set<CanarySinks.Sink> = [.accessLog, .event, .report, .store, .telemetry]

    /// Sends every secret to the bridge in every way that a page's script has, and enters some in the wrong fields.
    private static func person(_ canary: Canary) -> ScriptedPerson {
        let everything = JSONValue.object(canary.members)
        return ScriptedPerson { page, step, visit in
            if visit == 1 {
                _ = await page.evaluate(
                    """
                    const port = document.createElement("i");
                    document.dispatchEvent(new MouseEvent("journey-connect", { relatedTarget: port }));
                    for (const data of [everything, JSON.stringify({ kind: "event", name: everything }), "x" + everything]) {
                        const answer = new Promise((resolve) =>
                            port.addEventListener("reply", (event) => resolve(event.data), { once: true }));
                        port.dispatchEvent(new MessageEvent("post", { data, lastEventId: "1" }));
                        await answer;
                    }
                    console.log(everything);
                    return "";
                    """, arguments: ["everything": .string(everything.compactText)])
            }
            if step == "recipient", visit == 1 {
                try await page.fill("#name", with: canary.text(.cardNumber))
                try await page.fill("#sort-code", with: "04-00-04")
                try await page.fill("#account-number", with: "12345678")
                try await page.press("#continue")
            }
            try await ScriptedPerson.transfer(page, step, visit)
        }
    }

    @Test(
        "no secret is in the logs, events, store, telemetry or report of an engine run"
    )
    func engine() async throws {
        let (canary, sinks) = (Canary(), CanarySinks())
        try await EndToEndFixture.visit { town in
            let person = Self.person(canary)
            let code = EndToEndFixture.code(try await town.transfer(by: person, consents: true))
            #expect(code == "completed", "\(person.faults)")
            var timeline = Timeline()
            for (at, entry) in town.events.entries.enumerated() {
                sinks.describe(entry.attributes, in: .event)
                timeline.append(TimelineEvent(at: at, name: entry.name, attributes: entry.attributes))
            }
            sinks.add(.report, timeline.json.compactText)
            var writer = TraceWriter(title: "Run")
            for event in timeline.events { writer.append(event) }
            sinks.add(.report, try TracePage(try TraceReader.read(try writer.archive(), name: "run.zip")).html)
            for line in town.accessLog.value { sinks.add(.accessLog, line) }
            for trace in try await town.sandbox.telemetry.traces() {
                for document in try await town.sandbox.telemetry.documents(of: trace) {
                    sinks.add(.telemetry, document)
                }
            }
            let device = town.directory + "/device"
            for file in try FileManager.default.subpathsOfDirectory(atPath: device) {
                if let bytes = FileManager.default.contents(atPath: "\(device)/\(file)") { sinks.add(.store, bytes) }
            }
            // The bridge refused these messages.
            #expect(town.events.entries("error").count >= 3)
        }
        #expect(sinks.unreached(Self.reached) == [])
        #expect(sinks.leaks(of: canary) == [])
    }
}
