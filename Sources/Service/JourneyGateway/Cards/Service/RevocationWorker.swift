import JourneyBase
import Synchronization

/// Asks the issuer again for revocations that are owed, while the gateway runs, and at its start for those of earlier runs.
public final class RevocationWorker: Sendable {
    static let pause: Duration = .seconds(5)

    private let service: CardService
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ service: CardService) { self.service = service }

    deinit { task.withLock { $0?.cancel() } }

    /// Begins to look, every five seconds.
    public func start() {
        let service = service
        task.withLock { task in
            task?.cancel()
            task = Task {
                repeat {
                    await RevocationWorker.look(service)
                } while (try? await service.surroundings.clock.sleep(for: RevocationWorker.pause)) != nil
            }
        }
    }

    /// Ends, and waits for what is under way.
    public func stop() async {
        let ended = task.withLock { task in
            defer { task = nil }
            return task
        }
        ended?.cancel()
        await ended?.value
    }

    /// One look at what is owed.
    func round() async { await RevocationWorker.look(service) }

    private static func look(_ service: CardService) async {
        do { try await service.payRevocations() } catch is CancellationError {} catch {
            service.surroundings.log.record(.warning, "The revocations that are owed can't be read at the moment")
        }
    }
}
