import JourneyCrypto

/// The service's key, and a public key whose private half is unknown.
enum RSAKeys {
    private static let keys = Result {
        try [RSAPrivateKey.generate(), RSAPrivateKey.generate()]
            .sorted { $0.publicKey.modulus.lexicographicallyPrecedes($1.publicKey.modulus) }
    }
    static var service: Result<RSAPrivateKey, any Error> { keys.map { $0[1] } }
    /// The smaller key. A ciphertext for it is a number that the service's key accepts, too, and decrypts to another PIN. A
    /// ciphertext for a larger key would be recognised as invalid.
    static var stranger: Result<String, any Error> { keys.map { $0[0].publicKey.pem } }
}
