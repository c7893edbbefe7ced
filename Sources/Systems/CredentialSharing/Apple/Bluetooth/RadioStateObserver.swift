internal import CoreBluetooth
internal import Dispatch
internal import Foundation

/// Whether the radio can be used, and each change of that. To be authorised is to have a manager: it asks the person.
///
/// `@unchecked Sendable`: what can change is touched on `queue` alone, where CoreBluetooth calls, too.
final class RadioStateObserver: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
    private let queue = DispatchQueue(label: "journey-radio")
    private var manager: CBCentralManager?
    private var waiters: [CheckedContinuation<RadioState, Never>] = []
    private var watchers: [UUID: AsyncStream<RadioState>.Continuation] = [:]

    /// The state now; with `asking`, after the person was asked where nobody has asked yet.
    func state(asking: Bool) async -> RadioState {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                switch CBManager.authorization {
                case .notDetermined where !asking: continuation.resume(returning: .notDetermined)
                case .denied, .restricted: continuation.resume(returning: .unauthorized)
                default:
                    let state = begin()
                    if state == .unknown {
                        waiters.append(continuation)
                    } else {
                        continuation.resume(returning: RadioState(state))
                    }
                }
            }
        }
    }

    func states() -> AsyncStream<RadioState> {
        let (stream, continuation) = AsyncStream<RadioState>.makeStream()
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            queue.async { self.watchers[id] = nil }
        }
        queue.async { [self] in
            watchers[id] = continuation
            // Nobody is asked because somebody watches.
            if CBManager.authorization == .allowedAlways { _ = begin() }
        }
        return stream
    }

    private func begin() -> CBManagerState {
        let manager =
            manager
            ?? CBCentralManager(
                delegate: self, queue: queue, options: [CBCentralManagerOptionShowPowerAlertKey: false])
        self.manager = manager
        return manager.state
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        let state = RadioState(central.state)
        for watcher in watchers.values { watcher.yield(state) }
        // The person is still being asked.
        guard central.state != .unknown else { return }
        for waiter in waiters { waiter.resume(returning: state) }
        waiters = []
    }
}
