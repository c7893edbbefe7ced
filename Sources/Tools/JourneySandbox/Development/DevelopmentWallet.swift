package import JourneyBase
package import JourneyCrypto
package import SandboxServices

/// The sandbox wallet's part of the development state: its key pair, with the public key in PEM and DER files, the app's secret,
/// and a token per customer. Created once.
package struct DevelopmentWallet: Sendable {
    package let key: RSAPrivateKey
    package let credentials: Wallet.Credentials
    /// The public key for partners: SubjectPublicKeyInfo in PEM.
    package let publicKeyFile: String
    /// The public key in DER.
    package let publicKeyDERFile: String
    package let clientSecretFile: String
    /// Token files by customer.
    package let wTokenFiles: [String: String]
    /// The file for text messages to customers, one per line.
    package let inboxFile: String
}

extension DevelopmentState {
    /// Returns the wallet's part, and creates missing files. Throws `STORE_FAILED` if the folder can't be written.
    package func wallet(dependencies: Dependencies = .system) throws(JourneyError) -> DevelopmentWallet {
        let folder = try PrivateFolder(directory)
        return try folder.locked { () throws(JourneyError) in
            let key: RSAPrivateKey = try folder.key("wallet-key.pem")
            // Rewritten each time, so that they always match this key.
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
