package import JourneyBase
package import JourneyCrypto
import WalletPass

/// The sandbox pass service's part of the development state: the signer, its authority, and the API user's token.
package struct DevelopmentPasses: Sendable {
    package let signer: SigningIdentity
    /// PEM: the root of the substitute for Apple's authorities.
    package let authorityPEM: String
    package let token: Secret
    /// The file with the token, readable only by its owner.
    package let tokenFile: String
}

extension DevelopmentState {
    /// Returns the pass service's part, and creates missing files. Throws `STORE_FAILED` if the folder can't be written.
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
