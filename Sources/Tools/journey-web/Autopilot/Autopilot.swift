import JourneyBase
import JourneyHarness
import JourneyWeb

/// Acts as the user on pages: on each step that the script lists, it fills in fields and presses buttons once. A press without an
/// effect ends the run, because nothing else could advance it.
actor Autopilot {
    private var turns: [AutopilotScript.Turn]
    private var signIns: [[AutopilotScript.Action]]
    private let sink: EventSink
    private let shots: ShotWriter?
    private let stops: StopPictures
    /// The time limit for a page to show the elements that the script needs.
    private let patience: Duration
    private let fail: @Sendable (JourneyError) -> Void

    /// Creates an autopilot. `fail` is called if a page lacks an element of the script, or a press has no effect. `stops` stores
    /// a screenshot of that page.
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

    /// Executes the script for `step`, whose page is open in `container`. Takes the screenshot just before the last press, when
    /// all fields are filled in. `start` is the run's progress when the page opened.
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

    /// Signs in on the authorization server's pages in `container`, as the script requests.
    func signIn(in container: WebKitContainer) async {
        guard !signIns.isEmpty else {
            return fail(
                JourneyError(
                    .configurationInvalid,
                    "The journey requires a sign-in, but the script has no `signIn` entry for it."))
        }
        do {
            try await perform(signIns.removeFirst(), on: "sign-in", in: container)
            try await watchSignIn(in: container)
        } catch {
            fail(JourneyError(error.code, "While signing in: \(error.message)"))
        }
    }

    /// Waits for the next page after a sign-in. If the page reports an error instead, the script has no answer and the run fails.
    private func watchSignIn(in container: WebKitContainer) async throws(JourneyError) {
        let (start, pages) = (ContinuousClock.now, sink.progress.pages)
        var complains = start
        while sink.progress.pages == pages, ContinuousClock.now - start < patience {
            // The window closes when the server has redirected back.
            guard let look = await container.look() else { return }
            if !look.complains { complains = .now }
            if ContinuousClock.now - complains >= PressMonitor.limit {
                let picture = await stops.picture(of: container, step: "sign-in")
                throw JourneyError(.autopilotStopped, "The server rejected the input. \(look.complaint)\(picture)")
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

    /// Presses an element and waits for an effect. Elements that only change a choice, such as a checkbox, have no effect of
    /// their own.
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
            // A page that stays unreadable has been left.
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

    /// Waits on a page without script entries until it advances itself, or ends the run.
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
                        "On step \(step): the script has no entry, and the page does not advance itself.\(picture)"
                    ))
            }
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
        }
    }
}

extension ErrorCode {
    /// The autopilot executed its script, but the journey does not advance.
    ///
    /// Next step: Add the next press to the script, or look at the screen without the autopilot.
    static let autopilotStopped = ErrorCode(rawValue: "AUTOPILOT_STOPPED")
}

extension WebKitContainer {
    private static let lookWorld = "journey-autopilot"

    /// Returns the page's current state, or `nil` while no page can be read.
    func look() async -> PageLook? {
        await evaluate(PageLook.script, world: WebKitContainer.lookWorld).flatMap(PageLook.init)
    }

    /// Returns `true` if the element that `selector` finds is a button or a link, so that a press should have an effect.
    func leadsOn(_ selector: String) async -> Bool {
        let script = """
            const element = document.querySelector(selector);
            return String(element?.closest("button, a, [role=button], [type=submit], [type=button]") != null);
            """
        return await evaluate(script, arguments: ["selector": .string(selector)], world: WebKitContainer.lookWorld)
            == "true"
    }
}
