import JourneyBase
import MobileDocument
import Synchronization
import Testing

@testable import CredentialSharing

/// The design's sequence diagrams, arrow by arrow: exactly these calls between these participants, in this order.
///
/// A line is an arrow with the participants' names in the diagrams. Notes of the diagrams, such as what a user sees,
/// are checked separately.
@Suite(.timeLimit(.minutes(10))) struct DiagramTests {
    /// “Startup”. The screen of `notStarted` is a row of the table of states.
    private let startup = [
        "UI->>OR: startPresentation", "OR->>OR: create HolderSession", "OR->>HS: init notStarted",
        "OR->>UI: render notStarted",
    ]
    /// “1. Pre-flight Checks”, all permissions granted.
    private let granted = [
        "OR->>PG: checkCapabilities", "PG-->>OR: missing", "OR->>HS: transition readyToPresent",
        "OR->>UI: render readyToPresent",
    ]
    /// “2. Initialisation & Device Engagement”.
    private let engagement = [
        "OR->>CRY: prepareEngagement", "CRY-->>OR: void", "OR->>HS: transition presentingEngagement",
        "OR->>BLE: startAdvertising", "OR->>UI: render presentingEngagement",
    ]
    /// “3.1 Session Establishment (Inbound)”.
    private let establishment = [
        "BLE->>OR: connectionDidConnect", "OR->>HS: transition connecting", "OR->>UI: render connecting",
        "BLE->>OR: didReceive", "OR->>CRY: processSessionEstablishment", "CRY-->>OR: DeviceRequest",
        "OR->>HS: transition requestReceived",
    ]
    /// “3.2 User Consent”, the user allows.
    private let allowed = ["OR->>UI: render requestReceived", "User->>UI: Tap Allow", "UI->>OR: userDidConsent"]
    /// “3.3 Response Generation (Outbound)”.
    private let response = [
        "OR->>HS: transition processingResponse", "OR->>UI: render processingResponse",
        "OR->>CRY: generateDeviceSigned", "CRY-->>OR: encryptedResponse", "OR->>BLE: send", "BLE-->>OR: didSend",
        "OR->>HS: transition success", "OR->>UI: render success",
    ]
    /// The end of “4. Interruption & Cancellation”, which every transaction has.
    private let release = ["OR->>OR: currentSession = nil", "HS->>HS: Session Deallocates"]
    /// The same, from the step that its first arrow leads to.
    private let cancellation = ["OR->>HS: transition cancelled", "OR->>UI: render cancelled"]

    private func request() throws -> [UInt8] { try HolderFixture.request(["age_over_18", "portrait"]) }

    @Test func `a transaction follows startup, pre-flight, engagement, establishment, consent and response`()
        async throws
    {
        let person = ScriptedPerson(.english, ["sharing-result": ScriptedPerson.wait])
        let stage = try await HolderFixture(person: person)
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        _ = try await reader.ask(request())
        await stage.recorder.waits(for: release[1])
        #expect(
            stage.recorder.lines == startup + granted + engagement + establishment + allowed + response + release)
        await person.waits(for: "sharing-result")
        #expect(
            person.shown.map(\.id) == [
                "sharing-loading", "sharing-ready", "sharing-code", "sharing-connecting", "sharing-consent",
                "sharing-proof", "sharing-result",
            ])
        // Show QR Code.
        #expect(
            person.screen("sharing-code")?.body.contains {
                if case .code = $0 { true } else { false }
            } == true)
        person.press("close", on: "sharing-result")
        _ = await end.value
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `preflight asks for each missing permission and checks again after each answer`()
        async throws
    {
        let person = ScriptedPerson(.english, ["sharing-preflight": ScriptedPerson.press("enable")])
        let location = Mutex<Permission.MissingReason?>(.notAsked)
        let stage = try await HolderFixture(
            person: person, state: .notDetermined,
            gate: { radio, recorder in
                let bluetooth = Prerequisite.bluetooth(radio)
                return PrerequisiteGate([
                    Prerequisite(
                        .bluetooth, lack: bluetooth.lack,
                        request: {
                            recorder.record("PG-->>User: OS System Prompt")
                            await bluetooth.request()
                            recorder.record("User-->>PG: Grant / Deny")
                        }, changes: bluetooth.changes),
                    Prerequisite(
                        .location, lack: { location.withLock(\.self) },
                        request: {
                            recorder.record("PG-->>User: OS System Prompt")
                            location.withLock { $0 = nil }
                            recorder.record("User-->>PG: Grant / Deny")
                        }, changes: { AsyncStream { $0.finish() } }),
                ])
            })
        let end = stage.present()
        _ = try await stage.engagement()
        func step(_ permission: String) -> [String] {
            [
                "User->>UI: Tap Allow " + (permission == "bluetooth" ? "Bluetooth" : permission),
                "UI->>OR: resolve \(permission)", "OR->>PG: requestAuthorization \(permission)",
                "PG-->>User: OS System Prompt", "User-->>PG: Grant / Deny", "PG-->>OR: status authorized",
                "OR->>PG: checkCapabilities", "PG-->>OR: missing", "OR->>UI: updateProgress",
            ]
        }
        let missing = [
            "OR->>PG: checkCapabilities", "PG-->>OR: missing", "OR->>HS: transition preflight",
            "OR->>UI: render preflight",
        ]
        #expect(
            stage.recorder.lines == startup + missing + step("bluetooth") + step("location") + granted.suffix(2)
                + engagement)
        let steps = person.shown.filter { $0.id == "sharing-preflight" }
        #expect(steps.map { $0.text?.prefix(11) } == ["Step 1 of 2", "Step 2 of 2"])
        stage.orchestrator.cancelPresentation()
        #expect(await end.value == .cancelled(.person))
        await stage.close()
    }

    @Test func `denying consent calls cancelPresentation, and the cancellation follows`() async throws {
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.press("deny")]))
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let answer = try await reader.ask(request())
        #expect(await end.value == .cancelled(.denied))
        #expect(
            stage.recorder.lines.suffix(7) == [
                "OR->>UI: render requestReceived", "User->>UI: Tap Deny", "UI->>OR: cancelPresentation",
            ] + cancellation + release)
        #expect(answer.responses == [DeviceResponse.encode(status: .ok)] && answer.statuses == [.termination])
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `a transport loss during consent cancels without the person`() async throws {
        let stage = try await HolderFixture(person: ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.wait]))
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        try await reader.send(reader.sealed(request()))
        await stage.person.waits(for: "sharing-consent")
        await reader.leave()
        guard case .cancelled(.dropped(let error)) = await end.value else {
            Issue.record("not dropped")
            return
        }
        #expect(error.reason == .disconnected)
        #expect(
            stage.recorder.lines.suffix(7).filter { !$0.hasPrefix("User") } == [
                "OR->>UI: render requestReceived", "BLE-->>OR: didDisconnect",
            ] + cancellation + release)
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `an interruption by Cancel cancels, releases session and radio, and dismisses the flow`() async throws {
        let stage = try await HolderFixture()
        let end = stage.present()
        _ = try await stage.engagement()
        await stage.person.waits(for: "sharing-code")
        #expect(stage.holderRadio.use == LocalRadio.Use(advertising: 1))
        weak let session = stage.orchestrator.currentSession
        stage.person.press("cancel", on: "sharing-code")
        #expect(await end.value == .cancelled(.person))
        #expect(
            stage.recorder.lines == startup + granted + engagement
                + ["User->>UI: Tap Cancel", "UI->>OR: cancelPresentation"] + cancellation + release)
        #expect(session == nil && stage.holderRadio.use == .none && stage.person.dismissals > 0)
        #expect(stage.person.screen("sharing-result") == nil)
        stage.expectNothingLeft()
        await stage.close()
    }
}
