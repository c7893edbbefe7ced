import Foundation
import JourneyBase
import JourneyCrypto

/// Checks the pins of a chain that the system found valid, and reports failures.
struct PeerTrustEvaluator: Sendable {
    let pins: PinPolicy
    let reporter: PinReporter?
    let now: @Sendable () -> Date

    /// Returns the error for which `origin` must not be used, after it sent `chain` (DER, leaf first, root last); `nil` when it
    /// may. A chain with an unreadable certificate is refused.
    func fault(of chain: [[UInt8]], _ origin: Origin) -> JourneyError? {
        let keys = chain.compactMap { bytes in (try? Certificate(bytes)).map { SPKIPin(hashing: Array($0.spki)) } }
        guard !keys.isEmpty, keys.count == chain.count else { return NetworkFailure.untrusted(origin) }
        let time = now()
        let verdict = pins.verdict(on: keys, of: origin.host, at: time)
        let expires = pins.set(for: origin.host)?.expires
        if let report = PinReport(verdict, of: origin, seen: keys, expires: expires, time: time) {
            reporter?.report(report)
        }
        return verdict.isGood ? nil : NetworkFailure.pinned(verdict, origin)
    }

    /// Returns the error for which nothing may be sent to `origin`: its pins have expired. `nil` when requests may be sent.
    func faultBeforehand(_ origin: Origin) -> JourneyError? {
        guard pins.hasExpired(for: origin.host, at: now()) else { return nil }
        return NetworkFailure.pinned(.expired, origin)
    }
}
