package import JourneyBase
package import JourneyCrypto
package import SandboxServices

/// What the sandbox's wallet keeps in the development state: its key pair, whose public half lies there as PEM and DER, the
/// app's secret, and a token for each customer. Made once.
package struct DevelopmentWallet: Sendable {
    package let key: RSAPrivateKey
    package let credentials: Wallet.Credentials
    /// What partners get: SubjectPublicKeyInfo, as PEM.
    package let publicKeyFile: String
    /// The same as DER.
    package let publicKeyDERFile: String
    package let clientSecretFile: String
    /// By customer.
    package let wTokenFiles: [String: String]
    /// Where text messages to customers are written, one a line.
    package let inboxFile: String
}

extension DevelopmentState {
    /// The wallet's part, completed as needed. Throws `STORE_FAILED` when the folder cannot be written.
    package func wallet(dependencies: Dependencies = .system) throws(JourneyError) -> DevelopmentWallet {
        let folder = try PrivateFolder(directory)
        return try folder.locked { () throws(JourneyError) in
            let key: RSAPrivateKey = try folder.key("wallet-key.pem")
            // Written anew each time, so that they are always of this key.
            try folder.write("wallet-publickey.pem", key.publicKey.pem)
            try folder.write("wallet-publickey.der", key.publicKey.spki)
            var (tokens, files) = ([String: Secret](), [String: String]())
            for person in WalletUser.all {
                let name = "wallet-token-\(person.id)"
                (tokens[person.id], files[person.id]) = (try folder.token(name, dependencies), "\(directory)/\(name)")
            }
            return DevelopmentWallet(
                key: key,
                credentials: Wallet.Credentials(
                    clientSecret: try folder.token("wallet-client-secret", dependencies), wTokens: tokens),
                publicKeyFile: "\(directory)/wallet-publickey.pem",
                publicKeyDERFile: "\(directory)/wallet-publickey.der",
                clientSecretFile: "\(directory)/wallet-client-secret", wTokenFiles: files,
                inboxFile: "\(directory)/wallet-inbox")
        }
    }
}
