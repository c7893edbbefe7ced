import CredentialSharing
import JourneyBase
import JourneyCLI
import JourneyHarness
import MobileDocument
import Synchronization

/// The reporter of a holder's transaction: it prints states and outputs the QR code.
final class HolderNarrator: Sendable {
    private struct Watched: Sendable {
        weak let orchestrator: HolderOrchestrator?
    }

    private let output: RunOutput
    private let invocation: Invocation
    private let watched = Mutex<Watched?>(nil)

    init(_ output: RunOutput, _ invocation: Invocation) {
        self.output = output
        self.invocation = invocation
    }

    /// Reports the sessions of `orchestrator` from now on.
    func watch(_ orchestrator: HolderOrchestrator) {
        watched.withLock { $0 = Watched(orchestrator: orchestrator) }
    }

    private var session: HolderSession? { watched.withLock { $0?.orchestrator }?.currentSession }

    /// Reports a screen that is shown.
    @Sendable func show(_ screen: Screen) async {
        // By the screen, because the session may be in a later state.
        guard let state = HolderNarrator.states[screen.id] else { return }
        output.event("state", ["state": .string(state.rawValue)], HolderNarrator.words(state))
        switch state {
        case .presentingEngagement: showCode()
        case .requestReceived: showRequest(screen)
        default: break
        }
    }

    /// Reports the answer to a screen.
    @Sendable func answer(_ screen: Screen, _ answer: ScreenAction) {
        for field in screen.fields {
            guard case .consent(let consent) = field.kind else { continue }
            let allowed = answer.chosen(field.id) ?? []
            let items = consent.items.filter { allowed.contains($0.id) }
            output.event(
                "consent", ["allowed": .array(items.map { .string(HolderNarrator.element($0)) })],
                items.isEmpty
                    ? "Approved nothing." : "Approved: \(items.map(\.label).joined(separator: ", ")).")
        }
    }

    private func showCode() {
        guard let session, let code = session.qrCode, let address = session.address else { return }
        var members: [String: JSONValue] = ["address": .string(address)]
        if let path = invocation.value(.png) {
            do {
                try WholeFile.write(code.png(), to: path)
                members["png"] = .string(path)
            } catch { invocation.terminal.talk("\(path) could not be written.") }
        }
        if invocation.terminal.isJSON {
            output.event("code", members, nil)
        } else {
            if invocation.has(.printAddress) { invocation.terminal.data(address) }
            if !output.isDrawn { invocation.terminal.talk(code.text()) }
        }
    }

    private func showRequest(_ screen: Screen) {
        for field in screen.fields {
            guard case .consent(let consent) = field.kind else { continue }
            let notices = screen.statements
            let items = consent.groups.flatMap { group in
                group.items.map { item -> JSONValue in
                    [
                        "document": .string(group.title), "element": .string(HolderNarrator.element(item)),
                        "label": .string(item.label), "retained": .bool(item.isRetained),
                    ]
                }
            }
            let words = consent.items.map { $0.isRetained ? "\($0.label) (retained)" : $0.label }
            output.event(
                "request",
                [
                    "title": .string(screen.title), "reader": .array(notices.map { .string($0) }),
                    "items": .array(items),
                ], "\(screen.title) \(notices.joined(separator: " "))\n  \(words.joined(separator: ", "))")
        }
    }
}

extension HolderNarrator {
    /// The states by screen; the result reports the end.
    private static let states: [String: HolderSessionState.Kind] = [
        "sharing-loading": .notStarted, "sharing-preflight": .preflight, "sharing-ready": .readyToPresent,
        "sharing-code": .presentingEngagement, "sharing-connecting": .connecting,
        "sharing-consent": .requestReceived, "sharing-proof": .processingResponse,
    ]

    /// Returns namespace and name, which end the item's identifier after two lengths and the document.
    private static func element(_ item: Screen.Consent.Item) -> String {
        item.id.split(separator: "/", maxSplits: 3).last.map(String.init) ?? item.id
    }

    static func words(_ state: HolderSessionState.Kind) -> String? {
        switch state {
        case .notStarted, .readyToPresent, .success, .failed, .cancelled: nil
        case .preflight: "The radio is not ready."
        case .presentingEngagement: "Waiting for a reader to scan the code."
        case .connecting: "A reader is connected."
        case .requestReceived: "The reader sent its request."
        case .processingResponse: "Sending the response."
        }
    }

    /// Returns the code and the sentence of a cancellation.
    static func words(_ reason: Cancellation) -> (code: String, sentence: String) {
        switch reason {
        case .person: ("person", "Cancelled: nothing was shared.")
        case .denied: ("denied", "Nothing was shared: consent was denied.")
        case .readerLeft: ("readerLeft", "The reader disconnected before the response was sent.")
        case .dropped(let error): ("dropped", "The connection was lost: \(error.message)")
        case .timedOut(.connect): ("connect", "No reader connected in time.")
        case .timedOut(.inactivity): ("inactivity", "The reader sent nothing in time.")
        case .timedOut(.consent): ("consent", "Consent was not given in time.")
        case .prerequisites: ("prerequisites", "The radio is no longer available.")
        }
    }

    static func json(_ document: PresentedDocument) -> JSONValue {
        [
            "docType": .string(document.docType.name),
            "elements": .array(elements(document).map { .string("\($0)") }),
        ]
    }

    static func text(_ document: PresentedDocument) -> String {
        "\(document.docType): \(elements(document).map(\.identifier).joined(separator: ", "))"
    }

    private static func elements(_ document: PresentedDocument) -> [ElementName] {
        document.issuerSigned.nameSpaces.flatMap { space in
            space.items.map { ElementName(space.name, $0.elementIdentifier) }
        }
    }
}
