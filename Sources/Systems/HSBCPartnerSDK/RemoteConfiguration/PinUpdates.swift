internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage

extension RemoteConfiguration {
    /// The pins that the bank says. Throws `REMOTE_CONFIG_INVALID` for a set that no connection could be held to.
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
            throw JourneyError(.remoteConfigInvalid, "The remote configuration's pins cannot be used: \(error.message)")
        }
    }
}
