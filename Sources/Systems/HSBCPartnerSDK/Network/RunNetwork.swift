internal import JourneyBase
internal import JourneyDevice
internal import Synchronization

/// The transports of one run, one for each trust, so that connections are reused.
final class RunNetwork: Sendable {
    private let make: @Sendable (TLSTrust) -> any HTTPTransport
    private let made = Mutex<[TLSTrust: any HTTPTransport]>([:])

    init(_ make: @escaping @Sendable (TLSTrust) -> any HTTPTransport) { self.make = make }

    func transport(believing trust: TLSTrust) -> any HTTPTransport {
        made.withLock { made in
            if let known = made[trust] { return known }
            let transport = make(trust)
            made[trust] = transport
            return transport
        }
    }
}
