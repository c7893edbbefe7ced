import JourneyBase
import JourneyHarness
import JourneyWeb

/// Plays a person on the pages: on each step that the script names it fills in and presses, once.
actor Autopilot {
    private var turns: [AutopilotScript.Turn]
    private var signIns: [[AutopilotScript.Action]]
    private let sink: EventSink
    private let shots: ShotWriter?
    /// How long a page may take to show what the script wants.
    private let patience: Duration
    private let fail: @Sendable (JourneyError) -> Void

    /// `fail` is told when a page does not offer what the script wants.
    init(
        _ script: AutopilotScript, patience: Duration, sink: EventSink, shots: ShotWriter?,
        fail: @escaping @Sendable (JourneyError) -> Void
    ) {
        turns = script.turns
        signIns = script.signIns
        self.patience = patience
        self.sink = sink
        self.shots = shots
        self.fail = fail
    }

    /// The page of `step` is open in `container`: does what the script says, and takes its picture just before the last
    /// press, when everything is filled in.
    func play(_ step: String, in container: WebKitContainer) async {
        guard let index = turns.firstIndex(where: { $0.step == step }) else {
            await shots?.shoot(container, step: step)
            return
        }
        let turn = turns.remove(at: index)
        let last = turn.actions.lastIndex { if case .press = $0 { true } else { false } }
        do {
            for (number, action) in turn.actions.enumerated() {
                if number == last, case .press(let selector) = action {
                    try await container.wait(for: "\(selector):not(:disabled)", within: patience)
                    await shots?.shoot(container, step: step)
                }
                try await perform(action, in: container)
            }
            if last == nil { await shots?.shoot(container, step: step) }
        } catch {
            fail(JourneyError(error.code, "On step \(step): \(error.message)"))
        }
    }

    /// The authorization server's pages are open in `container`: signs in as the script says.
    func signIn(in container: WebKitContainer) async {
        guard !signIns.isEmpty else {
            return fail(
                JourneyError(.configurationInvalid, "The journey has a sign-in, of which the script has no `signIn`."))
        }
        let actions = signIns.removeFirst()
        do {
            for (number, action) in actions.enumerated() {
                if number == actions.count - 1, case .press(let selector) = action {
                    try await container.wait(for: "\(selector):not(:disabled)", within: patience)
                    await shots?.shoot(container, step: "sign-in")
                }
                try await perform(action, in: container)
            }
        } catch {
            fail(JourneyError(error.code, "While signing in: \(error.message)"))
        }
    }

    private func perform(_ action: AutopilotScript.Action, in container: WebKitContainer) async throws(JourneyError) {
        switch action {
        case .fill(let selector, let text), .choose(let selector, let text):
            sink.record("act", ["text": .string("fills in \(selector)")])
            try await container.fill(selector, with: text, within: patience)
        case .press(let selector):
            sink.record("act", ["text": .string("presses \(selector)")])
            try await container.press(selector, within: patience)
        case .wait(let selector): try await container.wait(for: selector, within: patience)
        }
    }
}
