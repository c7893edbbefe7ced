import JourneyBase
import JourneyCrypto

/// The validated contents of the files that a bank's configuration names.
struct BankContent: Sendable {
    private let name: String
    private let configuration: GatewayConfiguration.Bank
    private let identity: SigningIdentity?
    private let authorities: [String]
    private let token: BankAccount.TokenAccess?
    private let apiKey: (header: String, key: Secret)?
    private let signature: BankSignature?
    private let proofs: BankProofs?
    private let authorization: BankAuthorizationAccess?

    /// Reads the files. Throws `FILE_UNUSABLE`, `FILE_WRITABLE` or `SECRET_EXPOSED`.
    init(_ name: String, _ configuration: GatewayConfiguration.Bank) throws(JourneyError) {
        self.name = name
        self.configuration = configuration
        let place = "banks.\(name)"
        identity = try configuration.certificate.map { files throws(JourneyError) in
            let member = "\(place).clientCertificate"
            let chain = try GatewayFile.text(files.certificateFile, "\(member).certificateFile")
            let key = try GatewayFile.secret(files.keyFile, "\(member).keyFile")
            do throws(CryptoError) {
                return try key.withBytes { bytes throws(CryptoError) in
                    try SigningIdentity(certificatesPEM: chain, keyPEM: String(decoding: bytes, as: UTF8.self))
                }
            } catch {
                throw GatewayFile.fault(
                    "\(member).keyFile", files.keyFile,
                    "is no PEM key without a passphrase that belongs to \(files.certificateFile)")
            }
        }
        authorities =
            try configuration.authoritiesFile.map { path throws(JourneyError) in
                [try GatewayFile.certificates(path, "\(place).authoritiesFile", of: " of authorities").text]
            } ?? []
        token = try configuration.token.map { token throws(JourneyError) in
            try BankContent.token(token, "\(place).token")
        }
        if let header = configuration.apiKeyHeader, let file = configuration.apiKeyFile {
            let key = try GatewayFile.secret(file, "\(place).apiKey.keyFile")
            guard key.withBytes({ HTTPFields.isSafe(name: header, value: String(decoding: $0, as: UTF8.self)) }) else {
                throw GatewayFile.fault("\(place).apiKey.keyFile", file, "has characters that a header must not have")
            }
            apiKey = (header, key)
        } else {
            apiKey = nil
        }
        signature = try configuration.signature.map { signature throws(JourneyError) in
            BankSignature(
                signer: try BankContent.signer(signature.key, "\(place).signature"), keyID: signature.key.id,
                issuer: signature.issuer, trustAnchor: signature.trustAnchor)
        }
        proofs = try configuration.proofKey.map { key throws(JourneyError) in
            let (signer, publicKey) = try BankContent.keys(key, "\(place).dpop")
            return BankProofs(signer, publicKey)
        }
        authorization = try configuration.authorization.map { authorization throws(JourneyError) in
            try BankContent.authorization(authorization, "\(place).authorization")
        }
    }

    private static func authorization(
        _ authorization: GatewayConfiguration.Bank.Authorization, _ place: String
    ) throws(JourneyError) -> BankAuthorizationAccess {
        let member = "\(place).storeKeyFile"
        let secret = try GatewayFile.secret(authorization.storeKeyFile, member)
        guard secret.count >= BankContent.leastStoreKeyBytes else {
            throw GatewayFile.fault(
                member, authorization.storeKeyFile,
                "has fewer than \(BankContent.leastStoreKeyBytes) bytes; use random bytes")
        }
        return BankAuthorizationAccess(
            issuer: authorization.issuer, address: authorization.address, redirects: authorization.redirects,
            content: authorization.content,
            requestKey: try authorization.requestKey.map { key throws(JourneyError) in
                (try signer(key, "\(place).requestObject"), key.id)
            }, storeSecret: secret)
    }

    /// The least length of the secret that protects stored authorizations, in bytes.
    private static let leastStoreKeyBytes = 32

    private static func token(
        _ token: GatewayConfiguration.Bank.Token, _ place: String
    ) throws(JourneyError) -> BankAccount.TokenAccess {
        let authentication: BankAccount.ClientAuthentication
        switch token.authentication {
        case .certificate: authentication = .certificate
        case .secretFile(let file): authentication = .secret(try GatewayFile.secret(file, "\(place).secretFile"))
        case .key(let key, let audience):
            authentication = .assertion(try signer(key, place), keyID: key.id, audience: audience)
        }
        return BankAccount.TokenAccess(
            address: token.address, clientID: token.clientID, authentication: authentication, scope: token.scope)
    }

    private static func signer(
        _ key: GatewayConfiguration.Bank.Key, _ place: String
    ) throws(JourneyError) -> any MessageSigner { try keys(key, place).0 }

    private static func keys(
        _ key: GatewayConfiguration.Bank.Key, _ place: String
    ) throws(JourneyError) -> (any MessageSigner, PublicKey) {
        let secret = try GatewayFile.secret(key.file, "\(place).keyFile")
        do throws(CryptoError) {
            return try secret.withBytes { bytes throws(CryptoError) -> (any MessageSigner, PublicKey) in
                let pem = String(decoding: bytes, as: UTF8.self)
                guard key.algorithm == .es256 else {
                    let rsa = try RSAPrivateKey(pem: pem)
                    return (try rsa.signer(key.algorithm), .rsa(rsa.publicKey))
                }
                let curve = try P256PrivateKey(pem: pem)
                return (curve, .p256(curve.publicKey))
            }
        } catch {
            throw GatewayFile.fault(
                "\(place).keyFile", key.file, "is no PEM key without a passphrase for \(key.algorithm.rawValue)")
        }
    }

    /// Creates the account. `transport` creates the transport to the bank.
    func account(over transport: Gateway.BankTransport) -> BankAccount {
        BankAccount(
            name: name, partners: configuration.partners, server: configuration.server, token: token, apiKey: apiKey,
            signature: signature, proofs: proofs, authorization: authorization,
            headers: configuration.headers, timeout: configuration.timeout, hasCertificate: identity != nil,
            transport: transport(identity, authorities))
    }
}
