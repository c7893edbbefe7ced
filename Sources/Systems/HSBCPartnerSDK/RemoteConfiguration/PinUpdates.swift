internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage

extension RemoteConfiguration {
    /// Returns the pins of this configuration. Throws `REMOTE_CONFIG_INVALID` for a set that is not usable.
    func pinPolicy() throws(JourneyError) -> PinPolicy {
        do {
            var sets: [PinSet] = []
            for update in pins {
                sets.append(
                    try PinSet(
                        host: update.host, pins: update.digests, includesSubdomains: update.includesSubdomains,
                        expires: update.expires))
            }
            return try PinPolicy(sets)
        } catch {
            throw JourneyError(.remoteConfigInvalid, "The remote configuration's pins are invalid: \(error.message)")
        }
    }
}
