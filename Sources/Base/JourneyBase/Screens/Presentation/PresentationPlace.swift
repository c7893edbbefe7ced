/// A place over a host's screens where one thing stands at a time.
///
/// What is to come up may have to wait for what still moves there. It is not lost from sight meanwhile: who takes it away then waits
/// for it too, and who asks for it as well comes up with it.
@MainActor
package final class PresentationPlace {
    /// Presents something; `nil` where the system shows nothing, and as soon as its task is cancelled.
    package typealias Begin = @MainActor () async -> Presentation?

    private var latest: Task<Presentation?, Never>?
    /// Counts the orders to take away: what was asked for before one comes to nothing.
    private var round = 0

    package init() {}

    /// Whether something stands here: what does so already or is on its way, else what `begin` presents. `false` as well when it is
    /// taken away before it is there, and when the task is cancelled, which takes nobody else's chance.
    package func show(_ begin: @escaping Begin) async -> Bool {
        let mine = round
        while mine == round, !Task.isCancelled {
            let before = latest
            if let before, await stays(before) { return mine == round }
            // Who waited beside this one may have begun.
            guard before == latest, mine == round, !Task.isCancelled else { continue }
            let coming = Task {
                await before?.value?.end()
                return Task.isCancelled ? nil : await begin()
            }
            latest = coming
            let isThere = await withTaskCancellationHandler {
                await stays(coming)
            } onCancel: {
                coming.cancel()
            }
            return isThere && mine == round
        }
        return false
    }

    /// Takes away what stands here and what is on its way. Returns when nothing of it shows any more, and nothing of it will.
    package func hide() async {
        round += 1
        let latest = latest
        latest?.cancel()
        await latest?.value?.end()
    }

    private func stays(_ coming: Task<Presentation?, Never>) async -> Bool {
        switch await coming.value?.phase {
        case .coming, .standing: true
        case .awaited, .leaving, .over, nil: false
        }
    }
}
