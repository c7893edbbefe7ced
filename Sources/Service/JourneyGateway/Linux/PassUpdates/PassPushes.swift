package import JourneyBase
package import JourneyCrypto
import WalletPass

/// Tells devices that their passes have changed, while the gateway runs: what waits in the outbox goes to the push service.
package final class PassPushes: Sendable {
    private let worker: PushWorker

    /// Pushes for the types of `factory` to `service`. `transport` makes the network that shows a type's certificate and
    /// speaks HTTP/2.
    package convenience init(
        factory: PassFactory, updates: PassUpdateStore, service: Origin, surroundings: Surroundings = .system,
        transport: (SigningIdentity) -> any HTTPTransport
    ) {
        self.init(
            types: factory.types.values.sorted { $0.identifier < $1.identifier }, updates: updates, service: service,
            surroundings: surroundings, transport: transport)
    }

    init(
        types: [PassTypeContent], updates: PassUpdateStore, service: Origin, surroundings: Surroundings,
        transport: (SigningIdentity) -> any HTTPTransport
    ) {
        // A type is pushed for by whoever has its certificate with a key that makes connections.
        let lanes = types.compactMap { type in
            (type.signer as? PassIdentity).map { signer in
                PushLane(
                    type.identifier, to: service, over: transport(signer.identity), store: updates,
                    surroundings: surroundings)
            }
        }
        worker = PushWorker(lanes, surroundings: surroundings)
    }

    /// Begins to look into the outbox, every two seconds.
    package func start() { worker.start() }

    /// Ends, and waits for what is under way to let go.
    package func stop() async { await worker.stop() }
}
