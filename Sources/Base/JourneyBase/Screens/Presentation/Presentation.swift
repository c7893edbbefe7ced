/// One thing that stands over a host's screens, from when the system has taken it to its end.
///
/// Systems forget to say that something is gone: it may be covered when it goes, or its scene be closed. So it is looked after
/// every second; and nobody waits longer for the system to move it than `patience` for each move.
@MainActor
package final class Presentation {
    /// No animation takes as long.
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
    /// What lives for as long as it: an adapter's observers.
    package var companion: AnyObject?

    /// `stands` is whether the system still presents it; `takeAway` has it moved out, and calls `gone` when the system says that
    /// it is. `takenAway` is told once, when somebody else has taken it away, and never when `end` was called before.
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
                if !self.stands() { self.hear(.gone) }
            }
        }
    }

    deinit {
        watch?.cancel()
        net?.cancel()
    }

    package var phase: PresentationState.Phase { state.phase }

    package func hear(_ event: PresentationState.Event) {
        let before = state.phase
        let effect = state.hear(event)
        if state.phase != before { keepTime() }
        switch effect {
        case .takeAway: takeAway { [weak self] in self?.hear(.gone) }
        case .tellOwner:
            takenAway?()
            letGo()
        case .letGo: letGo()
        case nil: break
        }
    }

    /// Takes it away. Returns when nothing of it shows any more and the system takes something else: at once when it is over.
    /// A cancelled task waits as well.
    package func end() async {
        hear(.askedToGo)
        await untilOver()
    }

    /// Returns when it is over, whoever has ended it.
    package func untilOver() async {
        guard state.phase != .over else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Each move has its own time; what is over has none.
    private func keepTime() {
        net?.cancel()
        switch state.phase {
        case .coming, .standing: break
        case .awaited, .leaving:
            net = Task { [weak self, clock] in
                if (try? await clock.sleep(for: Presentation.patience)) != nil { self?.hear(.waitedEnough) }
            }
        case .over:
            watch?.cancel()
            companion = nil
        }
    }

    private func letGo() {
        takenAway = nil
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }
}

extension Presentation {
    /// Looks until `isSo`, for as long as the system may take to move something: whether it was. A cancelled task looks no more.
    package static func wait(clock: any Clock<Duration>, until isSo: @MainActor () -> Bool) async -> Bool {
        await first(clock: clock) { isSo() ? true : nil } ?? false
    }

    /// Looks until `find` finds something, for as long as the system may take to move something. A cancelled task looks no more.
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
