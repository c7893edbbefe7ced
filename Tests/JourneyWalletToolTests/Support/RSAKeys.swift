import JourneyCrypto

/// A public key whose private half nobody has.
enum RSAKeys {
    static let stranger = Result { try RSAPrivateKey.generate().publicKey.pem }
}
