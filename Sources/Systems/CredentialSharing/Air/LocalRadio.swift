internal import Synchronization

/// The radio of one device in a `RadioMedium`.
public final class LocalRadio: ProximityTransport {
    /// The current activity of a radio.
    public struct Use: Hashable, Sendable {
        /// The number of servers that advertise.
        public var advertising = 0
        /// The number of clients that scan for their server.
        public var looking = 0
        /// The number of connections: peers of servers, and servers of clients.
        public var connected = 0
        /// The usage of an idle radio.
        public static let none = Use()
    }

    private struct State {
        var radio: RadioState
        var observers: [Int: AsyncStream<RadioState>.Continuation] = [:]
        var lastObserver = 0
        var faults: [RadioFault]
        var struck: [RadioFault] = []
        var faultWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var sent = 0
        var sentOn: [GATTCharacteristic: Int] = [:]
    }

    /// The ATT MTU in bytes; the longest value is three bytes shorter.
    public let mtu: Int
    let channels: RadioMedium.Channels
    private let answer: RadioState
    private let medium: RadioMedium
    private let values: Mutex<State>

    init(
        _ medium: RadioMedium, state: RadioState, answer: RadioState, mtu: Int, channels: RadioMedium.Channels,
        faults: [RadioFault]
    ) {
        self.medium = medium
        self.mtu = mtu
        self.channels = channels
        self.answer = answer
        values = Mutex(State(radio: state, faults: faults))
    }

    public func state() async -> RadioState { currentState }

    public func states() -> AsyncStream<RadioState> {
        let (stream, continuation) = AsyncStream<RadioState>.makeStream()
        let number = values.withLock { values in
            values.lastObserver += 1
            values.observers[values.lastObserver] = continuation
            return values.lastObserver
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.values.withLock { $0.observers.removeValue(forKey: number) }
        }
        return stream
    }

    public func requestAuthorization() async -> RadioState {
        if currentState == .notDetermined { become(answer) }
        return currentState
    }

    public func advertise(_ service: GATTService) -> any ProximityLink { open(service, isServer: true) }

    public func connect(to service: GATTService) -> any ProximityLink { open(service, isServer: false) }

    /// Switches the radio to `state`. Any state but `poweredOn` closes every link; peers receive nothing more.
    public func become(_ state: RadioState) {
        let observers = values.withLock { values -> [AsyncStream<RadioState>.Continuation] in
            guard values.radio != state else { return [] }
            values.radio = state
            return Array(values.observers.values)
        }
        for observer in observers { observer.yield(state) }
        if state != .poweredOn { medium.radioIsOff(self, state) }
    }

    /// Takes the device out of range. Its peers learn of it after the supervision timeout.
    public func vanish() { medium.vanish(self) }

    /// Ends a stall and delivers the values that were held back.
    public func resume() { medium.resume(self) }

    /// The radio's current activity.
    public var use: Use { medium.use(of: self) }

    /// The number of values that the radio has been asked to send.
    public var sent: Int { values.withLock(\.sent) }

    /// Waits until `count` faults have been applied to values of this radio.
    public func struck(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = values.withLock { values in
                if values.struck.count < count { values.faultWaiters.append((count, continuation)) }
                return values.struck.count >= count
            }
            if isThere { continuation.resume() }
        }
    }

    var currentState: RadioState { values.withLock(\.radio) }

    private func open(_ service: GATTService, isServer: Bool) -> any ProximityLink {
        let link = LocalLink(service, isServer: isServer, radio: self, medium: medium)
        medium.add(link)
        // Checked afterwards: the radio may be switched off at the same time.
        let state = currentState
        if state != .poweredOn { medium.close(link, .radio(state)) }
        return link
    }

    /// Returns the fault for the next value on `characteristic` and counts that value as sent.
    func nextFault(on characteristic: GATTCharacteristic) -> RadioFault.Kind? {
        let (fault, faultWaiters) = values.withLock { values -> (RadioFault?, [CheckedContinuation<Void, Never>]) in
            let (index, own) = (values.sent, values.sentOn[characteristic, default: 0])
            values.sent += 1
            values.sentOn[characteristic] = own + 1
            let found = values.faults.firstIndex {
                $0.characteristic.map { $0 == characteristic } ?? true
                    && $0.index == ($0.characteristic == nil ? index : own)
            }
            guard let found else { return (nil, []) }
            values.struck.append(values.faults.remove(at: found))
            let seen = values.faultWaiters.filter { $0.count <= values.struck.count }.map(\.continuation)
            values.faultWaiters.removeAll { $0.count <= values.struck.count }
            return (values.struck.last, seen)
        }
        for waiter in faultWaiters { waiter.resume() }
        return fault?.kind
    }
}
