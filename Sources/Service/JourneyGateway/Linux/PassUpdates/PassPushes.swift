package import JourneyBase
package import JourneyCrypto
import WalletPass

extension PeriodicWorker {
    /// Tells devices that their passes have changed: sends what waits in the outbox to the push service.
    ///
    /// - Parameters:
    ///   - types: The pass types; pushes are sent for those whose certificate comes with a key that makes connections.
    ///   - updates: The outbox. It is looked at every two seconds, because another process may change passes.
    ///   - service: The push service.
    ///   - transport: Makes the network that shows a type's certificate and speaks HTTP/2.
    package static func pushes(
        for types: [PassTypeContent], waitingIn updates: PassUpdateStore, to service: Origin,
        dependencies: Dependencies = .system, transport: (SigningIdentity) -> any HTTPTransport
    ) -> PeriodicWorker {
        let lanes = types.compactMap { type in
            (type.signer as? PassIdentity).map { signer in
                PushQueue(
                    type.identifier, to: service, over: transport(signer.identity), store: updates,
                    dependencies: dependencies)
            }
        }
        return PushQueue.worker(lanes, dependencies)
    }
}
