import Foundation
import JourneyBase
import Security

/// RSA in Security, which takes PKCS#1 keys as `Data`; secret `Data` is wiped after use.
extension SecKey {
    static func rsa(pkcs1: Data, isPrivate: Bool) throws(CryptoError) -> SecKey {
        let attributes: [CFString: CFString] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA,
            kSecAttrKeyClass: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
        ]
        guard let key = SecKeyCreateWithData(pkcs1 as CFData, attributes as CFDictionary, nil) else {
            throw .keyInvalid
        }
        return key
    }
}

/// An immutable Core Foundation key, which is therefore safe to share between threads.
struct SharedKey: @unchecked Sendable {
    let key: SecKey
}

extension HashAlgorithm {
    var oaep: SecKeyAlgorithm {
        switch self {
        case .sha256: .rsaEncryptionOAEPSHA256
        case .sha384: .rsaEncryptionOAEPSHA384
        case .sha512: .rsaEncryptionOAEPSHA512
        }
    }

    /// Returns the algorithm for signatures over a message; the PSS salt is as long as the digest.
    func signature(_ padding: RSASignaturePadding) -> SecKeyAlgorithm {
        switch (padding, self) {
        case (.pss, .sha256): .rsaSignatureMessagePSSSHA256
        case (.pss, .sha384): .rsaSignatureMessagePSSSHA384
        case (.pss, .sha512): .rsaSignatureMessagePSSSHA512
        case (.pkcs1, .sha256): .rsaSignatureMessagePKCS1v15SHA256
        case (.pkcs1, .sha384): .rsaSignatureMessagePKCS1v15SHA384
        case (.pkcs1, .sha512): .rsaSignatureMessagePKCS1v15SHA512
        }
    }
}
