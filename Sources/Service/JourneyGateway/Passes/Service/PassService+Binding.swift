import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Takes what a device has signed, binds the pass and hands it out: once for each session. The same device that asks again,
/// because the answer was lost, gets the same bytes.
extension PassService {
    /// Somebody changed the pass at the same moment, so often.
    private static let attempts = 5

    /// The pass of the session, bound. Throws `PassRefusal`.
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
            // Never twice the same moment, so that each state has its own.
            let moment = max(PassStore.moment(now), PassStore.moment(session.pass.updated) + 1)
            let pass = session.pass.bound(
                binding.issuerBindingData, keyHash: binding.keyHash, at: PassStore.date(moment))
            let bytes = try await BackgroundWork.run { () throws(PassRefusal) in try factory.make(pass) }
            // The binding and the answer stand together or not at all: whoever dies before, has given nothing away.
            do {
                if try await store.end(id, of: session, body: binding.digest, pass: pass, answer: bytes) {
                    return bytes
                }
            } catch let error as DatabaseError where error.kind == .outcomeUnknown {
                // The next look says whether it stands.
            }
        }
        throw PassRefusal(.storeBusy)
    }
}

extension SignedBinding {
    /// What makes two of them the same.
    fileprivate var digest: [UInt8] { SHA256.hash(Array("\(issuerBindingData) \(keyHash ?? "")".utf8)) }
}
