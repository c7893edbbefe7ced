internal import JourneyBase
internal import JourneyLanguage

extension HSBCInitConfig {
    /// Returns the sign-in that `journey` needs; `nil` when it needs none.
    ///
    /// - Throws: `CONFIGURATION_INVALID` when the manifest requires sign-in and the configuration has no authorization server.
    func signIn(for journey: Journey) throws(JourneyError) -> SignInProfile? {
        guard let profile = endpoints.signIn else {
            guard !journey.security.signIn else {
                throw JourneyError(
                    .configurationInvalid, "The manifest requires sign-in, but endpoints.signIn is nil.")
            }
            return nil
        }
        return profile.isAlwaysNeeded || journey.security.signIn ? profile : nil
    }
}
