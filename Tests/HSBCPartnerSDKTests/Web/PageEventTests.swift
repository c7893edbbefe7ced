import JourneyBase
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import HSBCPartnerSDK
@testable import JourneyLanguage

/// Events reach the page that they are meant for, and no other.
@Suite("Events for pages", .timeLimit(.minutes(10)))
struct PageEventTests {
    private func step(_ name: String, encrypted: [String: PayloadEncryption] = [:]) throws -> Step {
        Step(
            id: try #require(StepID(name)),
            kind: .web(.fixed(try #require(HTTPSURL("https://bank.example/pages/\(name)")))),
            timeout: nil, bindings: [], transitions: [:], methods: [], idempotencyKey: nil, encrypted: encrypted)
    }

    private func show(_ step: Step, _ visit: Int, in web: HybridContainer) async throws {
        guard case .web(.fixed(let url)) = step.kind else { return }
        try await web.show(url, step: step, visit: visit, methods: [], context: [:])
    }

    @Test(
        "an event for the next page waits for it, and the previous page never receives it"
    )
    func nextPage() async throws {
        let heard = Mutex<[String]>([])
        let world = try JourneyFixture { page in
            try await page.connect()
            while true {
                let events = try await page.request("next_event")["events"]?.array ?? []
                heard.withLock { heard in
                    for event in events where event["name"] != "journey_state" {
                        let how = event["jwe"] == nil ? "clear" : "encrypted"
                        heard.append("\(page.url.path) \(event["name"]?.string ?? "") \(how)")
                    }
                }
            }
        }
        let first = try step("first")
        let second = try step("second", encrypted: ["prefill": .direct])
        let journey = Journey(
            id: try #require(JourneyID("money-transfer")), version: .v12, manifestHash: [1], sequence: 7,
            notBefore: nil,
            notAfter: nil, issuer: nil, origins: SourcePolicy([world.bankOrigin]), headers: [:],
            limits: JourneyLimits(), startStep: first.id, steps: [first.id: first, second.id: second])
        let opened = Mutex(0)
        let web = HybridContainer(
            host: world.host(ScriptedTransport([])), trust: world.config.endpoints.trust, journey: journey,
            clock: world.webClock
        ) { report in
            if case .opened = report.event { opened.withLock { $0 += 1 } }
        }
        // Before anything is shown, as on entering the first step.
        await web.emit("greeting", [:], visit: 1)
        try await show(first, 1, in: web)
        try await until { heard.withLock(\.count) >= 1 }
        // The page is open and polls; the event is for the next page.
        await web.emit("prefill", ["name": "Amelia Stone"], visit: 3)
        await web.emit("more", [:], visit: 1)
        try await until { heard.withLock(\.count) >= 2 }
        try await show(second, 3, in: web)
        await web.emit("late", [:], visit: 1)
        await web.emit("now", [:], visit: 3)
        try await until { heard.withLock { $0.contains { $0.hasPrefix("/pages/second now") } } }
        #expect(
            heard.withLock { $0 } == [
                "/pages/first greeting clear", "/pages/first more clear", "/pages/second prefill encrypted",
                "/pages/second now clear",
            ])
        await web.close()
    }

    @Test("an event that a step emits on entry reaches its own page, including the first one")
    func onEnter() async throws {
        let heard = Mutex<[String]>([])
        var world = try JourneyFixture { page in
            try await page.connect()
            _ = try await page.event("prefill")
            heard.withLock { $0.append(page.url.path) }
            try await page.emit("go")
        }
        world.manifest = world.manifest.with("steps.form.on", ["enter": ["emit": "prefill"], "go": ["to": "second"]])
            .with("steps.form.bindings", [])
            .with(
                "steps.second",
                [
                    "type": "web", "url": "https://bank.example/pages/second",
                    "on": ["enter": ["emit": "prefill"], "go": ["to": "cancelled"]],
                ]
            )
        for name in ["biometric", "pay", "held"] { world.manifest = world.manifest.with("steps.\(name)", nil) }
        world.manifest = world.manifest.with("steps.second.on.stop", ["to": "failed"])
            .with("steps.second.on.end", ["to": "done"])
        #expect(JourneyFixture.word(try await world.run()) == "cancelled")
        #expect(heard.withLock { $0 } == ["/pages/form", "/pages/second"])
    }
}
