/// A slot over a host's screens for one presentation at a time.
///
/// A new presentation may have to wait for transitions. It counts meanwhile: `hide` waits for it too, and a concurrent `show`
/// shares it.
@MainActor
package final class PresentationPlace {
    /// Presents something. Returns `nil` if the system presents nothing, or as soon as its task is cancelled.
    package typealias Begin = @MainActor () async -> Presentation?

    private var latest: Task<Presentation?, Never>?
    /// The number of calls of `hide`. A call of `show` that started before one fails.
    private var round = 0

    package init() {}

    /// Returns `true` if something is presented: the existing or pending presentation, otherwise the one that `begin` creates.
    ///
    /// Returns `false` if `hide` is called first or the task is cancelled. Cancellation affects no concurrent caller.
    package func show(_ begin: @escaping Begin) async -> Bool {
        let mine = round
        while mine == round, !Task.isCancelled {
            let before = latest
            if let before, await stays(before) { return mine == round }
            // A concurrent call may have started a presentation.
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

    /// Dismisses the existing and any pending presentation. Returns when none is visible or will be.
    package func hide() async {
        round += 1
        let latest = latest
        latest?.cancel()
        await latest?.value?.end()
    }

    private func stays(_ coming: Task<Presentation?, Never>) async -> Bool {
        switch await coming.value?.phase {
        case .presenting, .presented: true
        case .dismissalPending, .dismissing, .ended, nil: false
        }
    }
}
