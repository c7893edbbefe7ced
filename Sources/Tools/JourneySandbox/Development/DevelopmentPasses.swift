package import JourneyBase
package import JourneyCrypto
import WalletPass

/// What the sandbox's pass service keeps in the development state: who signs, whom to believe, and its API user's token.
package struct DevelopmentPasses: Sendable {
    package let signer: SigningIdentity
    /// PEM: the root of the stand-in for Apple's authorities.
    package let authorityPEM: String
    package let token: Secret
    /// The file that has the token, its owner's alone.
    package let tokenFile: String
}

extension DevelopmentState {
    /// The pass service's part, completed as needed. Throws `STORE_FAILED` when the folder cannot be written.
    package func passes(dependencies: Dependencies = .system) throws(JourneyError) -> DevelopmentPasses {
        let issued = try passType(
            PassSignerNames(passTypeIdentifier: PassServer.passType, teamIdentifier: PassServer.team),
            organization: PassServer.organization, dependencies: dependencies)
        let authority = try passAuthority(dependencies: dependencies)
        let folder = try PrivateFolder(directory)
        let token = try folder.locked { () throws(JourneyError) in try folder.token("pass-api-token", dependencies) }
        return DevelopmentPasses(
            signer: issued.identity.identity, authorityPEM: authority.root.certificate.pem, token: token,
            tokenFile: directory + "/pass-api-token")
    }
}
