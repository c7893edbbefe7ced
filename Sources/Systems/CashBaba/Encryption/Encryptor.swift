internal import Foundation
public import JourneyBase
public import JourneyCrypto

/// Encrypts PINs to the partner's RSA key, just before they are sent. A PIN that cannot be encrypted is never sent: there is no
/// empty result.
///
/// PKCS#1 v1.5 is what the service demands (`docs/reference/crypto.md` has the exception); OAEP is used where a service offers it.
public struct Encryptor: Hashable, Sendable {
    /// Digits that a PIN may have.
    static let digits = 1...12

    private let key: RSAPublicKey

    public init(key: RSAPublicKey) { self.key = key }

    /// With the key in a file: PEM or DER, SubjectPublicKeyInfo or PKCS#1. Throws `SDKError.encryption`.
    public init(file: [UInt8]) throws(SDKError) {
        do { key = try RSAPublicKey(file: file) } catch {
            throw .encryption("The file holds no RSA key of 2,048 bits or more.")
        }
    }

    /// `pin` encrypted, in standard base64; another text each time. Digits of any script go out as ASCII. Throws
    /// `SDKError.encryption` when it is empty, too long or no digits, or the library refuses.
    public func encrypt(_ pin: Secret, padding: CashBabaEnvironment.PINPadding = .pkcs1) throws(SDKError) -> String {
        // Four bytes a digit at most; whatever is longer is not even read.
        guard pin.count <= 4 * Encryptor.digits.upperBound, let plain = pin.asciiDigits(),
            Encryptor.digits.contains(plain.count)
        else { throw .encryption("The PIN is no PIN.") }
        do {
            let bytes =
                switch padding {
                case .pkcs1: try key.encryptPKCS1(plain)
                case .oaep(let hash): try key.encryptOAEP(plain, hash: hash)
                }
            return Data(bytes).base64EncodedString()
        } catch {
            throw .encryption("The PIN could not be encrypted.")
        }
    }
}
