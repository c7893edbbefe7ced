package import JourneyBase
package import JourneyCrypto
import WalletPass

extension PeriodicWorker {
    /// Creates the worker that sends pending pushes, which tell devices that their passes have changed.
    ///
    /// - Parameters:
    ///   - types: The pass types. Pushes are sent for those whose certificate has a key usable for TLS connections.
    ///   - updates: The outbox. It is polled every two seconds, because another process may change passes.
    ///   - service: The push service.
    ///   - dependencies: Time, randomness and log.
    ///   - transport: Creates an HTTP/2 transport that authenticates with a type's certificate.
    /// - Returns: The worker, not yet started.
    package static func pushes(
        for types: [PassTypeContent], waitingIn updates: PassUpdateStore, to service: Origin,
        dependencies: Dependencies = .system, transport: (SigningIdentity) -> any HTTPTransport
    ) -> PeriodicWorker {
        let queues = types.compactMap { type in
            (type.signer as? PassIdentity).map { signer in
                PushQueue(
                    type.identifier, to: service, over: transport(signer.identity), store: updates,
                    dependencies: dependencies)
            }
        }
        return PushQueue.worker(queues, dependencies)
    }
}
