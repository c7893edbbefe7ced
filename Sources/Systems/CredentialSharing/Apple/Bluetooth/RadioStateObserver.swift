internal import CoreBluetooth
internal import Dispatch
internal import Foundation

/// The state of the radio and its changes. Creating a manager requests authorisation: it shows the system's prompt.
///
/// `@unchecked Sendable`: mutable state is used on `queue` only, which is CoreBluetooth's callback queue too.
final class RadioStateObserver: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
    private let queue = DispatchQueue(label: "journey-radio")
    private var manager: CBCentralManager?
    private var waiters: [CheckedContinuation<RadioState, Never>] = []
    private var watchers: [UUID: AsyncStream<RadioState>.Continuation] = [:]

    /// Returns the current state. With `asking`, prompts the user first if authorisation is not determined yet.
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
            // Observing must not trigger the permission prompt.
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
        // The prompt is still open.
        guard central.state != .unknown else { return }
        for waiter in waiters { waiter.resume(returning: state) }
        waiters = []
    }
}
