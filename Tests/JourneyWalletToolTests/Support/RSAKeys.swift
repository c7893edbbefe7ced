import JourneyCrypto

/// The service's key, and a public key whose private half nobody has.
enum RSAKeys {
    private static let keys = Result {
        try [RSAPrivateKey.generate(), RSAPrivateKey.generate()]
            .sorted { $0.publicKey.modulus.lexicographicallyPrecedes($1.publicKey.modulus) }
    }
    static var service: Result<RSAPrivateKey, any Error> { keys.map { $0[1] } }
    /// The smaller one: what is encrypted to it is a number that the service's key takes too, so that it reads another PIN. Of
    /// a larger one it would see that it is none.
    static var stranger: Result<String, any Error> { keys.map { $0[0].publicKey.pem } }
}
