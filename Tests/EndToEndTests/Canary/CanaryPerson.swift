import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyLanguage
import JourneyTesting
import JourneyWeb
import Synchronization
import TestSupport

@testable import JourneySandbox
@testable import SandboxServices

/// A user who goes through a shipped journey, on pages that expose every secret in every way before they act.
final class CanaryPerson: BiometricAuthenticator, DocumentSource {
    /// The course of a run.
    enum Branch: String, CaseIterable, Sendable {
        /// The run reaches its end.
        case through
        /// The bank asks for more information, or the name does not match.
        case asked
        /// The bank puts the request on hold.
        case held
        /// The user goes back, makes wrong entries and tries again.
        case wavers
        /// The user cancels on the last page.
        case cancels
        /// The app is killed and resumes the run.
        case leaves
        /// The device has no biometric sensor.
        case unknown
    }

    private let canary: Canary
    private let sinks: CanarySinks
    private let branch: Branch
    private let death: CanaryFixture.Death?
    private let state = Mutex((visits: [String: Int](), isBack: false, isAway: false))

    init(canary: Canary, sinks: CanarySinks, branch: Branch, death: CanaryFixture.Death? = nil) {
        (self.canary, self.sinks, self.branch, self.death) = (canary, sinks, branch, death)
    }

    func authenticate(reason: String) async -> BiometricVerdict {
        if death == .plugin { CanaryCrashTests.die() }
        return branch == .unknown ? .unavailable : .passed
    }

    func capture(_ kinds: Set<CapturedDocument.Kind>) async throws(JourneyError) -> CapturedDocument? {
        let isFirst = state.withLock { state in
            state.visits["capture", default: 0] += 1
            return state.visits["capture"] == 1
        }
        if branch == .wavers, isFirst { throw JourneyError(.unknown, text) }
        let file = URL(fileURLWithPath: SandboxJourneys.autopilot(for: "account-opening")).deletingLastPathComponent()
        // Bytes after the end of a picture must not leak either.
        let picture = (try? Data(contentsOf: file.appendingPathComponent("specimen.png"))) ?? Data()
        return CapturedDocument(kind: .passport, content: Array(picture))
    }

    /// Returns `true` if the user leaves at this event.
    func leaves(_ name: String, _ attributes: [String: JSONValue]) -> Bool {
        state.withLock { state in
            guard branch == .leaves, !state.isBack, name == "step_enter",
                ["review", "consent"].contains(attributes["step"]?.string)
            else { return false }
            state.isAway = true
            return true
        }
    }

    var isAway: Bool { state.withLock { $0.isAway && !$0.isBack } }

    func comesBack() { state.withLock { $0.isBack = true } }

    private var text: String { JSONValue.object(canary.members).compactText }

    func play(_ page: ScriptedDocument) async throws {
        let step = page.url.path.split(separator: "/").last.map(String.init) ?? ""
        let visit = state.withLock { state in
            state.visits[step, default: 0] += 1
            return state.visits[step] ?? 1
        }
        sinks.add(.address, "\(page.url)")
        try await page.connect()
        if visit == 1 { await gossip(page) }
        if death == .page, step == "review" { CanaryCrashTests.die() }
        try await act(page, step, visit)
        try await react(page, step, visit)
    }

    /// Retries once if the bank refused, and cancels after a second refusal.
    private func react(_ page: ScriptedDocument, _ step: String, _ visit: Int) async throws {
        var refusals = 0
        while true {
            for event in try await page.request("next_event")["events"]?.array ?? [] {
                let name = event["name"]?.string ?? ""
                guard name.hasSuffix("Rejected") || name.hasSuffix("Unavailable") else { continue }
                refusals += 1
                if refusals > 1 { return try await page.emit("cancel", all([:])) }
                try await act(page, step, visit + 1)
            }
        }
    }

    /// Sends messages that no page should send.
    private func gossip(_ page: ScriptedDocument) async {
        let everything = JSONValue.object(canary.members)
        for name in [canary.text(.pin), canary.text(.cardNumber), "leak", "performBiometric"] {
            await refused(page, page.sealed("request", name, everything))
        }
        for name in ["success", "bridge_hello", "next_event"] {
            await refused(page, page.sealed("event", name, everything))
        }
        await refused(page, page.sealed(canary.text(.oneTimeCode), "x", everything))
        await refused(page, text)
        await refused(page, page.sealed("event", "submit", everything) + " ")
        await refused(
            page, page.sealed("event", "submit", everything).replacing("\"meta\"", with: "\"\(canary.text(.pin))\""))
        await refused(page, page.sealed("event", "submit", jwe: canary.text(.bearerToken)))
        // Unknown events with names and payloads that the page chooses.
        for name in ["unheard", "typed-\(canary.text(.pin))", canary.text(.cardNumber), canary.text(.bearerToken)] {
            await refused(page, page.sealed("event", name, everything))
        }
    }

    private func refused(_ page: ScriptedDocument, _ message: String) async {
        let answer = await page.post(message)
        // A reply repeats the name that the page chose, to that page alone.
        let name = (try? JSONReader.read(Array(answer.utf8)))?["name"]?.string ?? ""
        sinks.add(.bridgeRefusal, answer.replacing("\"name\":\"\(name)\"", with: "\"name\":\"\""))
    }

    /// Returns a payload with the step's members and every secret.
    private func all(_ members: [String: JSONValue]) -> JSONValue {
        .object(members.merging(canary.members) { first, _ in first })
    }

    private func act(_ page: ScriptedDocument, _ step: String, _ visit: Int) async throws {
        switch step {
        case "intro": try await page.emit("submit", all([:]))
        case "recipient":
            // Secrets entered in the wrong fields.
            if branch == .wavers, visit == 1 {
                try await page.emit(
                    "submit",
                    all([
                        "name": .string(canary.text(.pin)), "sortCode": .string(canary.text(.cardCode)),
                        "accountNumber": .string(canary.text(.cardNumber)),
                    ]))
                _ = try await page.event("payeeRejected")
            }
            let name: JSONValue = branch == .asked ? "Amelia Stowe" : "Amelia Stone"
            try await page.emit("submit", all(["name": name, "sortCode": "04-00-04", "accountNumber": "12345678"]))
            if branch == .asked {
                _ = try await page.event("nameReview")
                try await page.emit("confirmPayee", all([:]))
            }
        case "amount":
            if branch == .wavers, visit == 1 {
                // The last amount exceeds the limit, so the bank itself refuses it.
                for wrong: [String: JSONValue] in [
                    ["amount": .string(canary.text(.pin)), "currency": "GBP"],
                    ["amount": -5, "currency": .string(canary.text(.cardNumber))],
                    ["amount": 100_000_000, "currency": "GBP"],
                ] {
                    try await page.emit("submit", all(wrong))
                    _ = try await page.event("quoteRejected")
                }
            }
            try await page.emit("submit", all(["amount": 100, "currency": "GBP"]))
        case "review":
            if branch == .cancels { return try await page.emit("cancel", all([:])) }
            // The payment can be confirmed only after the quote.
            _ = try await page.event("quoteReady")
            try await page.emit("confirm", all([:]))
        case "product": try await page.emit("submit", all(["productCode": "everyday"]))
        case "details":
            if branch == .wavers, visit == 1 {
                try await page.emit("submit", all(details.mapValues { _ in .string(canary.text(.cardNumber)) }))
                _ = try await page.event("detailsRejected")
            }
            try await page.emit("submit", all(details))
        case "identity": try await page.emit("submit", all([:]))
        case "consent":
            if branch == .cancels { return try await page.emit("cancel", all([:])) }
            try await page.emit("submit", all(["terms": true, "privacy": true, "news": false]))
        case "more": try await page.emit("submit", all(["sourceOfFunds": "Pay, and the sale of a house"]))
        default: break
        }
    }

    private var details: [String: JSONValue] {
        [
            "givenName": branch == .held ? "Marek" : "Rowan", "familyName": branch == .held ? "Halloran" : "Ellis",
            "birthDate": branch == .held ? "1961-04-02" : "1990-03-14", "email": "rowan@example.com",
            "mobile": "07700 900123", "street": "1 Quay Street", "town": "Bristol", "postcode": "BS1 4SB",
            "taxResidence": "GB", "income": branch == .asked ? 150_000 : 32_500,
        ]
    }
}
