internal import JourneyBase
internal import JourneyLanguage

extension HSBCInitConfig {
    /// Where the person has to sign in before `journey` begins; `nil` when they need not. Throws `CONFIGURATION_INVALID` when
    /// the manifest asks for it and the profile has no authorization server.
    func signIn(for journey: Journey) throws(JourneyError) -> SignInProfile? {
        guard let profile = endpoints.signIn else {
            guard !journey.security.signIn else {
                throw JourneyError(
                    .configurationInvalid, "The manifest asks for a sign-in, and the configuration has none.")
            }
            return nil
        }
        return profile.isAlwaysNeeded || journey.security.signIn ? profile : nil
    }
}
