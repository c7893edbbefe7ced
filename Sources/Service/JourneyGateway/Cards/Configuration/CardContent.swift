import JourneyBase
import JourneyCrypto

/// The validated contents of the files in the card proxy's configuration.
struct CardContent: Sendable {
    let configuration: GatewayConfiguration.Cards
    let issuer: IssuerAccount
    let partners: [String: JWKSet]
    let owners: CardPartners
    /// PEM authorities trusted for the issuer; empty for the system's.
    let authorities: [String]
    let files: CardPageFiles

    /// Reads the files. Throws `FILE_UNUSABLE`, `FILE_WRITABLE`, `SECRET_EXPOSED`, and `CONFIGURATION_INVALID` for sandbox
    /// credentials in production.
    init(_ configuration: GatewayConfiguration.Cards, environment: String) throws(JourneyError) {
        self.configuration = configuration
        issuer = try CardContent.issuer(configuration.issuer, environment)
        if environment == "production" {
            try CardContent.refuse(
                issuer,
                like: try configuration.sandbox.map { one throws(JourneyError) in
                    try CardContent.issuer(one, "sandbox")
                })
        }
        var partners: [String: JWKSet] = [:]
        for (partner, file) in configuration.partners { partners[partner] = try CardContent.keys(file, of: partner) }
        self.partners = partners
        owners = try CardContent.owners(configuration)
        authorities =
            try configuration.issuer.authoritiesFile.map { path throws(JourneyError) in
                let member = "cards.issuers.\(environment).authoritiesFile"
                return [try GatewayFile.certificates(path, member, of: " of authorities").text]
            } ?? []
        files = try CardPageFiles.bundled()
    }

    private static func issuer(
        _ issuer: GatewayConfiguration.Cards.Issuer, _ environment: String
    ) throws(JourneyError) -> IssuerAccount {
        let place = "cards.issuers.\(environment)"
        do {
            return try IssuerAccount(
                api: issuer.api, script: issuer.script, applicationID: issuer.applicationID,
                apiKey: try GatewayFile.secret(issuer.apiKeyFile, place + ".apiKeyFile"),
                apiSecret: try GatewayFile.secret(issuer.apiSecretFile, place + ".apiSecretFile"),
                uiSecret: try GatewayFile.secret(issuer.uiSecretFile, place + ".uiSecretFile"))
        } catch  where error.code == .configurationInvalid {
            throw JourneyError(.configurationInvalid, "\(place): \(error.message)")
        }
    }

    private static func refuse(_ issuer: IssuerAccount, like sandbox: IssuerAccount?) throws(JourneyError) {
        for (name, credential) in issuer.credentials {
            let isTheirs = sandbox?.credentials.contains { $0.credential.hasSameBytes(as: credential) } ?? false
            guard !isTheirs, !SandboxNames.name(credential) else {
                throw JourneyError(
                    .configurationInvalid,
                    "cards.issuers.production.\(name) contains a sandbox credential; use the production issuer's.")
            }
        }
        guard sandbox?.applicationID != issuer.applicationID else {
            throw JourneyError(
                .configurationInvalid,
                "cards.issuers.production.applicationId is the sandbox's id; use the production issuer's.")
        }
    }

    private static func owners(_ configuration: GatewayConfiguration.Cards) throws(JourneyError) -> CardPartners {
        var owners = CardPartners()
        for (partner, file) in configuration.users.sorted(by: { $0.key < $1.key }) {
            let member = "cards.partners.\(partner).usersFile"
            guard owners.assign(try GatewayFile.digests(file, member), to: partner) else {
                throw JourneyError(
                    .configurationInvalid, "\(member): \(file) lists a user that another partner's list has too.")
            }
        }
        return owners
    }

    private static func keys(_ path: String, of partner: String) throws(JourneyError) -> JWKSet {
        let member = "cards.partners.\(partner).keysFile"
        let bytes = try GatewayFile.read(path, member)
        let keys: JWKSet
        do { keys = try JWKSet(try JSONReader.read(bytes)) } catch {
            throw GatewayFile.fault(member, path, "is not a JWK set: \(error)")
        }
        guard !keys.keyIDs.isEmpty else { throw GatewayFile.fault(member, path, "is a JWK set without a key") }
        guard keys.keyIDs.allSatisfy({ keys.key($0)?.algorithm == .es256 }) else {
            throw GatewayFile.fault(member, path, "has a key that is not for ES256, the algorithm of user tokens")
        }
        return keys
    }
}

extension IssuerAccount {
    /// The issuer's secrets, by their names in the configuration.
    fileprivate var credentials: [(name: String, credential: Secret)] {
        [("apiKeyFile", apiKey), ("apiSecretFile", apiSecret), ("uiSecretFile", uiSecret)]
    }
}
