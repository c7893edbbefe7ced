import JourneyBase
import Synchronization

/// Sends pushes while the gateway runs: it looks into the outbox every two seconds, because what changes passes may be
/// another process.
final class PushWorker: Sendable {
    static let pause: Duration = .seconds(2)

    private let lanes: [PushLane]
    private let surroundings: Surroundings
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ lanes: [PushLane], surroundings: Surroundings) {
        self.lanes = lanes
        self.surroundings = surroundings
    }

    deinit { task.withLock { $0?.cancel() } }

    /// Begins to look. Each pass type has a loop of its own: one with much to send, or whose answers are slow, holds up nobody.
    func start() {
        let lanes = lanes
        let surroundings = surroundings
        task.withLock { task in
            task?.cancel()
            task = Task {
                await withTaskGroup(of: Void.self) { group in
                    for lane in lanes {
                        group.addTask {
                            repeat {
                                await PushWorker.look(lane, surroundings)
                            } while (try? await surroundings.clock.sleep(for: PushWorker.pause)) != nil
                        }
                    }
                }
            }
        }
    }

    /// Ends it, and waits for what is under way to let go.
    func stop() async {
        let ended = task.withLock { task in
            defer { task = nil }
            return task
        }
        ended?.cancel()
        await ended?.value
    }

    /// One look into the outbox, of every pass type.
    func round() async {
        await withTaskGroup(of: Void.self) { group in
            for lane in lanes { group.addTask { [surroundings] in await PushWorker.look(lane, surroundings) } }
        }
    }

    private static func look(_ lane: PushLane, _ surroundings: Surroundings) async {
        do { try await lane.run() } catch is CancellationError {} catch {
            surroundings.log.record(
                .warning, "The outbox of pushes cannot be read at the moment", [.operation: lane.type])
        }
    }
}
