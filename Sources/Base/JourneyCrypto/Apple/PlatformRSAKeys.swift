import Foundation
import JourneyBase
import Security

/// An RSA public key in Security.
final class PlatformRSAPublicKey: Sendable {
    private let shared: SharedKey
    var key: SecKey { shared.key }

    init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        let pkcs1 = Data(RSAKeyInfo.pkcs1(modulus: modulus, exponent: exponent))
        shared = SharedKey(key: try SecKey.rsa(pkcs1: pkcs1, isPrivate: false))
    }

    func verifies(
        _ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer, padding: RSASignaturePadding,
        hash: HashAlgorithm
    ) -> Bool {
        SecKeyVerifySignature(
            key, hash.signature(padding), Data(message) as CFData, Data(signature) as CFData, nil)
    }

    /// Encrypts with OAEP. Security supports no label: a non-empty one throws `unavailable`.
    func encryptOAEP(_ secret: Secret, hash: HashAlgorithm, label: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard label.isEmpty else { throw .unavailable }
        return try encrypt(secret, hash.oaep)
    }

    func encrypt(_ secret: Secret, _ algorithm: SecKeyAlgorithm) throws(CryptoError) -> [UInt8] {
        var plaintext = secret.withBytes { Data($0) }
        defer { plaintext.wipe() }
        guard let ciphertext = SecKeyCreateEncryptedData(key, algorithm, plaintext as CFData, nil) else {
            throw .unavailable
        }
        return Array(ciphertext as Data)
    }
}

/// An RSA key pair in Security.
final class PlatformRSAPrivateKey: Sendable {
    private let shared: SharedKey
    var key: SecKey { shared.key }

    private init(_ key: SecKey) { shared = SharedKey(key: key) }

    static func generate(bits: Int) throws(CryptoError) -> PlatformRSAPrivateKey {
        let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: bits]
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil) else { throw .unavailable }
        return PlatformRSAPrivateKey(key)
    }

    convenience init(pkcs8: Secret) throws(CryptoError) {
        guard let range = RSAKeyInfo.pkcs1(in: pkcs8) else { throw .keyInvalid }
        var inner = pkcs8.withBytes { Data($0[range]) }
        defer { inner.wipe() }
        self.init(try SecKey.rsa(pkcs1: inner, isPrivate: true))
    }

    func publicNumbers() throws(CryptoError) -> (modulus: [UInt8], exponent: [UInt8]) {
        guard let half = SecKeyCopyPublicKey(key), let pkcs1 = SecKeyCopyExternalRepresentation(half, nil),
            let numbers = RSAKeyInfo.numbers(pkcs1: Array(pkcs1 as Data))
        else { throw .keyInvalid }
        return numbers
    }

    func pkcs8() throws(CryptoError) -> Secret {
        guard let representation = SecKeyCopyExternalRepresentation(key, nil) else { throw .unavailable }
        var inner = representation as Data
        defer { inner.wipe() }
        let head = RSAKeyInfo.pkcs8Head(innerCount: inner.count)
        return Secret(count: head.count + inner.count) { memory in
            memory.copyBytes(from: head)
            UnsafeMutableRawBufferPointer(rebasing: memory[head.count...]).copyBytes(from: inner)
        }
    }

    /// Writes the signature of `message` over all of `out`.
    func sign(
        _ message: [UInt8], padding: RSASignaturePadding, hash: HashAlgorithm,
        into out: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let made = SecKeyCreateSignature(key, hash.signature(padding), Data(message) as CFData, nil)
        guard let signature = made.map({ $0 as Data }), signature.count == out.count else { throw .unavailable }
        out.copyBytes(from: signature)
    }

    /// Decrypts with OAEP. Security supports no label: a non-empty one throws `unavailable`.
    func decryptOAEP(_ ciphertext: [UInt8], hash: HashAlgorithm, label: [UInt8]) throws(CryptoError) -> Secret {
        guard label.isEmpty else { throw .unavailable }
        return try decrypt(ciphertext, hash.oaep)
    }

    func decrypt(_ ciphertext: [UInt8], _ algorithm: SecKeyAlgorithm) throws(CryptoError) -> Secret {
        guard let made = SecKeyCreateDecryptedData(key, algorithm, Data(ciphertext) as CFData, nil) else {
            throw .authenticationFailed
        }
        var plaintext = made as Data
        defer { plaintext.wipe() }
        return Secret.copy(of: plaintext)
    }
}
