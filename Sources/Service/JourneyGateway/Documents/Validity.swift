import JourneyBase

/// The validity of a published item at the current time, as devices judge it.
enum Validity: Hashable, Sendable {
    case valid
    /// Not yet valid, with the error a device would report.
    case notYetValid(JourneyError)
    /// Expired, with the error a device would report.
    case expired(JourneyError)

    /// Classifies the error of `judge`. Rethrows errors that aren't about time.
    init(_ judge: () throws(JourneyError) -> Void) throws(JourneyError) {
        do {
            try judge()
            self = .valid
        } catch {
            switch error.code {
            case .keysNotYetValid, .manifestNotYetValid: self = .notYetValid(error)
            case .keysExpired, .manifestKeyExpired, .manifestExpired: self = .expired(error)
            default: throw error
            }
        }
    }

    /// Throws for an item that isn't valid yet: devices would refuse it, and no older one could replace it again.
    func requireBegun(_ place: String) throws(JourneyError) {
        guard case .notYetValid(let error) = self else { return }
        throw JourneyError(
            error.code, "\(place): \(error.message) Devices would refuse it until then; publish it once it is valid."
        )
    }

    /// Throws for an expired item that is to be newly published. An item served before stays, because devices have it.
    func requireNotExpired(_ place: String) throws(JourneyError) {
        guard case .expired(let error) = self else { return }
        throw JourneyError(error.code, "\(place): \(error.message)")
    }
}
