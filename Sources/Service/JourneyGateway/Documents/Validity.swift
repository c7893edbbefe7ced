import JourneyBase

/// Whether the time of something that is published is now, as devices judge it.
enum Validity: Hashable, Sendable {
    case now
    /// It has not begun; with what a device would say.
    case early(JourneyError)
    /// It has ended; with what a device would say.
    case over(JourneyError)

    /// What `judge` says. Throws what is no matter of time.
    init(_ judge: () throws(JourneyError) -> Void) throws(JourneyError) {
        do {
            try judge()
            self = .now
        } catch {
            switch error.code {
            case .keysNotYetValid, .manifestNotYetValid: self = .early(error)
            case .keysExpired, .manifestKeyExpired, .manifestExpired: self = .over(error)
            default: throw error
            }
        }
    }

    /// Why this is not served: devices would refuse it until then, and no older one could take its place again.
    func requireBegun(_ place: String) throws(JourneyError) {
        guard case .early(let error) = self else { return }
        throw JourneyError(
            error.code, "\(place): \(error.message) Devices would refuse it until then; put it there when it has begun."
        )
    }

    /// Why this is not taken newly. What was served before stays: its devices have been told.
    func requireNotExpired(_ place: String) throws(JourneyError) {
        guard case .over(let error) = self else { return }
        throw JourneyError(error.code, "\(place): \(error.message)")
    }
}
