import JourneyBase
import JourneyHarness
import JourneyWeb

/// Plays a person on the pages: on each step that the script names it fills in and presses, once. A press that leads nowhere
/// ends the run: nobody else could go on.
actor Autopilot {
    private var turns: [AutopilotScript.Turn]
    private var signIns: [[AutopilotScript.Action]]
    private let sink: EventSink
    private let shots: ShotWriter?
    private let stops: StopPictures
    /// How long a page may take to show what the script wants.
    private let patience: Duration
    private let fail: @Sendable (JourneyError) -> Void

    /// An autopilot whose `fail` is told when a page does not offer what the script wants, or a press leads nowhere. `stops`
    /// has the picture of where it stopped.
    init(
        _ script: AutopilotScript, patience: Duration, sink: EventSink, shots: ShotWriter?, stops: StopPictures,
        fail: @escaping @Sendable (JourneyError) -> Void
    ) {
        turns = script.turns
        signIns = script.signIns
        self.patience = patience
        self.sink = sink
        self.shots = shots
        self.stops = stops
        self.fail = fail
    }

    /// The page of `step` is open in `container`: does what the script says, and takes its picture just before the last
    /// press, when everything is filled in. `start` is what the run had done when the page was there.
    func play(_ step: String, since start: PressMonitor.Progress, in container: WebKitContainer) async {
        guard let index = turns.firstIndex(where: { $0.step == step }) else {
            await shots?.shoot(container, step: step)
            return await watchIdle(step, since: start, in: container)
        }
        let turn = turns.remove(at: index)
        do {
            try await perform(turn.actions, on: step, in: container)
        } catch {
            return fail(JourneyError(error.code, "On step \(step): \(error.message)"))
        }
        if case .press? = turn.actions.last { return }
        await watchIdle(step, since: start, in: container)
    }

    /// The authorization server's pages are open in `container`: signs in as the script says.
    func signIn(in container: WebKitContainer) async {
        guard !signIns.isEmpty else {
            return fail(
                JourneyError(.configurationInvalid, "The journey has a sign-in, of which the script has no `signIn`."))
        }
        do {
            try await perform(signIns.removeFirst(), on: "sign-in", in: container)
            try await watchSignIn(in: container)
        } catch {
            fail(JourneyError(error.code, "While signing in: \(error.message)"))
        }
    }

    /// The server's next page is another question, which the script has nothing for, when it says that something is wrong.
    private func watchSignIn(in container: WebKitContainer) async throws(JourneyError) {
        let (start, pages) = (ContinuousClock.now, sink.progress.pages)
        var complains = start
        while sink.progress.pages == pages, ContinuousClock.now - start < patience {
            // The window is closed when the server has sent the person back.
            guard let look = await container.look() else { return }
            if !look.complains { complains = .now }
            if ContinuousClock.now - complains >= PressMonitor.limit {
                let picture = await stops.picture(of: container, step: "sign-in")
                throw JourneyError(.autopilotStopped, "The server does not accept it. \(look.complaint)\(picture)")
            }
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
        }
    }

    private func perform(
        _ actions: [AutopilotScript.Action], on step: String, in container: WebKitContainer
    ) async throws(JourneyError) {
        let last = actions.lastIndex { if case .press = $0 { true } else { false } }
        for (number, action) in actions.enumerated() {
            switch action {
            case .fill(let selector, let text), .choose(let selector, let text):
                sink.record("act", ["text": .string("fills in \(selector)")])
                try await container.fill(selector, with: text, within: patience)
            case .press(let selector):
                try await container.wait(for: "\(selector):not(:disabled)", within: patience)
                if number == last { await shots?.shoot(container, step: step) }
                try await press(selector, on: step, isLast: number == actions.count - 1, in: container)
            case .wait(let selector): try await container.wait(for: selector, within: patience)
            }
        }
        if last == nil { await shots?.shoot(container, step: step) }
    }

    /// Presses, and waits until that has led somewhere. What only takes a choice, such as a box that is ticked, leads nowhere by
    /// itself.
    private func press(
        _ selector: String, on step: String, isLast: Bool, in container: WebKitContainer
    ) async throws(JourneyError) {
        let isWatched = if isLast { true } else { await container.leadsOn(selector) }
        var watch = PressMonitor(
            before: isWatched ? await container.look() : nil, progress: sink.progress, isLast: isLast,
            patience: patience)
        sink.record("act", ["text": .string("presses \(selector)")])
        try await container.press(selector, within: patience)
        guard isWatched else { return }
        let start = ContinuousClock.now
        var read = start
        while !Task.isCancelled {
            let look = await container.look()
            if look != nil { read = .now }
            // A page that is gone for good has led on.
            guard ContinuousClock.now - read < PressMonitor.limit else { return }
            switch watch.verdict(look, sink.progress, elapsed: ContinuousClock.now - start) {
            case .wait: break
            case .moved: return
            case .stuck(let reason):
                let picture = await stops.picture(of: container, step: step)
                throw JourneyError(.autopilotStopped, "Pressing \(selector) \(reason)\(picture)")
            }
            let pause =
                ContinuousClock.now - start < PressMonitor.limit ? Duration.milliseconds(50) : .milliseconds(250)
            guard (try? await Task.sleep(for: pause)) != nil else { return }
        }
    }

    /// A page that the script has nothing for goes on by itself, or the run ends here.
    private func watchIdle(_ step: String, since start: PressMonitor.Progress, in container: WebKitContainer) async {
        var seen = sink.progress
        var idle = ContinuousClock.now
        while !Task.isCancelled, sink.progress.pages == start.pages {
            if sink.progress != seen { (seen, idle) = (sink.progress, .now) }
            guard ContinuousClock.now - idle < max(patience, PressMonitor.silenceLimit) else {
                let picture = await stops.picture(of: container, step: step)
                return fail(
                    JourneyError(
                        .autopilotStopped,
                        "On step \(step): the script has nothing to do here, and the page does not go on by itself.\(picture)"
                    ))
            }
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
        }
    }
}

extension ErrorCode {
    /// The autopilot has pressed what its script says, and the journey does not go on.
    static let autopilotStopped = ErrorCode(rawValue: "AUTOPILOT_STOPPED")
}

extension WebKitContainer {
    private static let lookWorld = "journey-autopilot"

    /// What the page shows now; `nil` while there is no page to read.
    func look() async -> PageLook? {
        await evaluate(PageLook.script, world: WebKitContainer.lookWorld).flatMap(PageLook.init)
    }

    /// Whether a press on what `selector` finds is meant to lead on: a button or a link, no field and no label.
    func leadsOn(_ selector: String) async -> Bool {
        let script = """
            const element = document.querySelector(selector);
            return String(element?.closest("button, a, [role=button], [type=submit], [type=button]") != null);
            """
        return await evaluate(script, arguments: ["selector": .string(selector)], world: WebKitContainer.lookWorld)
            == "true"
    }
}
