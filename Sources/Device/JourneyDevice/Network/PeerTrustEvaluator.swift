import Foundation
import JourneyBase
import JourneyCrypto

/// Judges a chain that the system found good: its pins, and whom to tell.
struct PeerTrustEvaluator: Sendable {
    let pins: PinPolicy
    let reporter: PinReporter?
    let now: @Sendable () -> Date

    /// Why `origin` may not be talked to, which showed `chain`, DER, leaf first and its authority last; `nil` when it may.
    /// A certificate that cannot be read makes the chain one that cannot be judged.
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

    /// Why nothing may even be sent to `origin`: its pins are too old. `nil` when something may.
    func faultBeforehand(_ origin: Origin) -> JourneyError? {
        guard pins.isOver(for: origin.host, at: now()) else { return nil }
        return NetworkFailure.pinned(.expired, origin)
    }
}
