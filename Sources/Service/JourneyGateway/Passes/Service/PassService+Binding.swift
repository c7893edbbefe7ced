import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Accepts a device's signature, binds the pass and returns it: once per session. The same device may repeat the request after a
/// lost answer and gets the same bytes.
extension PassService {
    /// The number of attempts after concurrent changes of the pass.
    private static let attempts = 5

    /// Binds and returns the session's pass. Throws `PassRefusal`.
    func pass(session identifier: String, _ binding: SignedBinding) async throws(PassRefusal) -> [UInt8] {
        let id = PassToken.hash(of: identifier)
        return try await sessions.withLock(for: id) { () async throws(PassRefusal) in
            do { return try await answer(id, binding) } catch { throw PassRefusal(error) }
        }
    }

    private func answer(_ id: [UInt8], _ binding: SignedBinding) async throws -> [UInt8] {
        for _ in 0..<PassService.attempts {
            guard let session = try await store.session(id) else { throw PassRefusal(.sessionUnknown) }
            RequestCaller.identify("pass", session.pass.passTypeIdentifier, session.pass.serialNumber)
            let now = dependencies.now()
            try gate.count(id, most: settings.rates.callbacks, now: PassStore.moment(now))
            guard session.expires > PassStore.moment(now), !session.pass.isVoided, !session.isRevoked else {
                throw PassRefusal(.sessionExpired)
            }
            if let answered = session.answered {
                guard answered.body == binding.digest else { throw PassRefusal(.sessionUsed) }
                return answered.pass
            }
            guard !session.isSuspended else { throw PassRefusal(.clientSuspended) }
            // Later than the last change, so that each state has its own time.
            let moment = max(PassStore.moment(now), PassStore.moment(session.pass.updated) + 1)
            let pass = session.pass.bound(
                binding.issuerBindingData, keyHash: binding.keyHash, at: PassStore.date(moment))
            let bytes = try await BackgroundWork.run { () throws(PassRefusal) in try factory.make(pass) }
            // Binding and answer are committed together: nothing leaks if the process ends before.
            do {
                if try await store.end(id, of: session, body: binding.digest, pass: pass, answer: bytes) {
                    return bytes
                }
            } catch let error as DatabaseError where error.kind == .outcomeUnknown {
                // The next attempt reads whether it was committed.
            }
        }
        throw PassRefusal(.storeBusy)
    }
}

extension SignedBinding {
    /// The digest that identifies equal bindings.
    fileprivate var digest: [UInt8] { SHA256.hash(Array("\(issuerBindingData) \(keyHash ?? "")".utf8)) }
}
