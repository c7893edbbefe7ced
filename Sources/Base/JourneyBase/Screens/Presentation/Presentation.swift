/// A view controller, or a similar object, presented over a host's screens, until it is gone.
///
/// The system doesn't always report a dismissal, for example of a covered controller or with a closed scene. So the presentation
/// is polled every second. Waiting for a transition ends after `patience`.
@MainActor
package final class Presentation {
    /// The most time for one transition. No animation takes as long.
    package static let patience = Duration.seconds(2)
    private static let pause = Duration.seconds(1)

    private var state = PresentationState()
    private let clock: any Clock<Duration>
    private let stands: @MainActor () -> Bool
    private let takeAway: @MainActor (_ gone: @escaping @MainActor () -> Void) -> Void
    private var takenAway: (@MainActor () -> Void)?
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watch: Task<Void, Never>?
    private var net: Task<Void, Never>?
    /// An object kept alive until the end, such as an adapter's observers.
    package var companion: AnyObject?

    /// Creates a presentation and starts polling.
    ///
    /// - Parameters:
    ///   - clock: The clock for polling and time limits.
    ///   - stands: Returns `true` while the system presents it.
    ///   - takeAway: Starts its dismissal, and calls `gone` when the system reports the end.
    ///   - takenAway: Called once if something else than `end` dismissed it, and never after a call of `end`.
    package init(
        clock: any Clock<Duration>, stands: @escaping @MainActor () -> Bool,
        takeAway: @escaping @MainActor (_ gone: @escaping @MainActor () -> Void) -> Void,
        takenAway: @escaping @MainActor () -> Void
    ) {
        self.clock = clock
        self.stands = stands
        self.takeAway = takeAway
        self.takenAway = takenAway
        watch = Task { [weak self] in
            while (try? await clock.sleep(for: Presentation.pause)) != nil {
                guard let self else { return }
                if !self.stands() { self.handle(.gone) }
            }
        }
    }

    deinit {
        watch?.cancel()
        net?.cancel()
    }

    package var phase: PresentationState.Phase { state.phase }

    /// Handles an event of the system or the owner.
    package func handle(_ event: PresentationState.Event) {
        let before = state.phase
        let effect = state.handle(event)
        if state.phase != before { startPhaseTimer() }
        switch effect {
        case .dismiss: takeAway { [weak self] in self?.handle(.gone) }
        case .notifyOwner:
            takenAway?()
            resumeWaiters()
        case .resumeWaiters: resumeWaiters()
        case nil: break
        }
    }

    /// Dismisses it, and returns when the system can present something else: at once if it has already ended. Waits even if the
    /// task is cancelled.
    package func end() async {
        handle(.dismissalRequested)
        await untilOver()
    }

    /// Returns when it has ended, for any reason.
    package func untilOver() async {
        guard state.phase != .ended else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Starts the time limit of the current phase, if it has one.
    private func startPhaseTimer() {
        net?.cancel()
        switch state.phase {
        case .presenting, .presented: break
        case .dismissalPending, .dismissing:
            net = Task { [weak self, clock] in
                if (try? await clock.sleep(for: Presentation.patience)) != nil { self?.handle(.timedOut) }
            }
        case .ended:
            watch?.cancel()
            companion = nil
        }
    }

    private func resumeWaiters() {
        takenAway = nil
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }
}

extension Presentation {
    /// Polls `isSo` until it is `true`, for at most `patience`. Returns the last result. Cancellation ends the polling.
    package static func wait(clock: any Clock<Duration>, until isSo: @MainActor () -> Bool) async -> Bool {
        await first(clock: clock) { isSo() ? true : nil } ?? false
    }

    /// Polls `find` until it returns a value, for at most `patience`. Returns the value. Cancellation ends the polling.
    package static func first<Found>(clock: any Clock<Duration>, _ find: @MainActor () -> Found?) async -> Found? {
        let pause = Duration.milliseconds(50)
        var left = Presentation.patience
        while true {
            if let found = find() { return found }
            guard left > .zero, (try? await clock.sleep(for: pause)) != nil else { return nil }
            left -= pause
        }
    }
}
