import JourneyBase
import Synchronization

/// Asks the issuer again for revocations that are owed, while the gateway runs, and at its start for those of earlier runs.
final class RevocationWorker: Sendable {
    static let pause: Duration = .seconds(5)

    private let desk: CardDesk
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ desk: CardDesk) { self.desk = desk }

    deinit { task.withLock { $0?.cancel() } }

    /// Begins to look, every five seconds.
    func start() {
        let desk = desk
        task.withLock { task in
            task?.cancel()
            task = Task {
                repeat {
                    await RevocationWorker.look(desk)
                } while (try? await desk.surroundings.clock.sleep(for: RevocationWorker.pause)) != nil
            }
        }
    }

    /// Ends, and waits for what is under way.
    func stop() async {
        let ended = task.withLock { task in
            defer { task = nil }
            return task
        }
        ended?.cancel()
        await ended?.value
    }

    /// One look at what is owed.
    func round() async { await RevocationWorker.look(desk) }

    private static func look(_ desk: CardDesk) async {
        do { try await desk.payRevocations() } catch is CancellationError {} catch {
            desk.surroundings.log.record(.warning, "The revocations that are owed can't be read at the moment")
        }
    }
}
