internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

/// Issues and redeems resume tokens, each of which is valid once.
///
/// A token is a JWE (`dir`, A256GCM) under a key that never leaves the store. It contains the run's name and a number whose hash
/// is in the snapshot. Issuing a token invalidates the one before it, and so does using it.
struct ResumeTokenStore {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment
    let dependencies: Dependencies

    /// The longest token, in bytes.
    static let tokenLimit = 1_024
    private static let type = "journey-resume"

    private var snapshots: SnapshotStore { SnapshotStore(store: store, environment: environment) }

    /// Returns the runs that `subject` (a digest) can resume, oldest first, each with a new token. Throws `STORE_FAILED`.
    func offers(instanceKey: String, subject: String?) async throws -> [UnfinishedJourney] {
        let now = dependencies.now()
        var offers: [UnfinishedJourney] = []
        for (run, found) in try await snapshots.tidy(now: now) {
            guard found.isResumable, found.expires > now, found.instanceKey == instanceKey,
                found.person.isOffered(to: subject)
            else { continue }
            let number = dependencies.random(32)
            var snapshot = found
            snapshot.ticket = SHA256.hash(number)
            try await snapshots.save(snapshot, of: run)
            offers.append(
                UnfinishedJourney(
                    journeyId: found.journey.rawValue, saved: found.time, expires: found.expires,
                    isPaymentInDoubt: found.isInDoubt, resumeToken: try await token(run, number)))
        }
        return offers
    }

    /// Returns the run of `token`; call `spend` before the run goes on. Throws `RESUME_REFUSED` or `STORE_FAILED`.
    func find(_ token: String) async throws -> SuspendedRun {
        let refusal = SuspendedRun.refusal("The resumeToken is invalid, used or superseded.")
        let key = try await key
        guard (1...ResumeTokenStore.tokenLimit).contains(token.utf8.count),
            let opened = try? CompactJWE.open(token, with: JWE.Recipient(direct: key), typ: ResumeTokenStore.type),
            let content = try? JSONReader.read(opened.content), let run = content["run"]?.string,
            let number = content["number"]?.string.flatMap({ Base64URL.decode($0) }),
            var snapshot = try await snapshots.load(run), snapshot.ticket == SHA256.hash(number)
        else { throw refusal }
        snapshot.ticket = nil
        return SuspendedRun(run: run, snapshot: snapshot)
    }

    /// Invalidates the token of `suspendedRun`, even when the start fails. Throws `STORE_FAILED`.
    func spend(_ suspendedRun: SuspendedRun) async throws {
        try await snapshots.save(suspendedRun.snapshot, of: suspendedRun.run)
    }

    private func token(_ run: String, _ number: [UInt8]) async throws -> String {
        let content: JSONValue = ["run": .string(run), "number": .string(Base64URL.encode(number))]
        let key = try await key
        do {
            return try CompactJWE.seal(
                content.compactBytes, to: JWE.Destination(direct: key), labels: JWE.Labels(typ: ResumeTokenStore.type))
        } catch { throw JourneyError(.storeFailed, "A resume token could not be sealed: \(error).") }
    }

    /// The key of all tokens, made with the first.
    private var key: Secret {
        get async throws {
            try await DeviceKey(store: store, environment: environment, dependencies: dependencies).load(for: .resume)
        }
    }
}
