internal import Foundation
public import JourneyBase
public import JourneyCrypto

/// An encryptor of PINs with the partner's RSA key, just before they are sent.
///
/// A PIN that cannot be encrypted is never sent; the result is never empty. The service requires PKCS#1 v1.5 padding
/// (`docs/reference/crypto.md` explains the exception). OAEP is used where a service offers it.
public struct Encryptor: Hashable, Sendable {
    /// The allowed numbers of digits in a PIN.
    static let digits = 1...12

    private let key: RSAPublicKey

    public init(key: RSAPublicKey) { self.key = key }

    /// Creates an encryptor from a key file.
    ///
    /// - Parameter file: The RSA public key in PEM or DER, as SubjectPublicKeyInfo or PKCS#1.
    /// - Throws: `SDKError.encryption` if the file has no RSA key of at least 2,048 bits.
    public init(file: [UInt8]) throws(SDKError) {
        do { key = try RSAPublicKey(file: file) } catch {
            throw .encryption("The file has no RSA public key of at least 2,048 bits.")
        }
    }

    /// Encrypts a PIN. The ciphertext differs with each call.
    ///
    /// - Parameters:
    ///   - pin: The PIN, 1 to 12 digits of any script. The digits are encrypted as ASCII.
    ///   - padding: The padding scheme of the service.
    /// - Returns: The ciphertext in standard base64.
    /// - Throws: `SDKError.encryption` if the PIN is empty, too long or has other characters, or if the cryptographic library
    ///   fails.
    public func encrypt(_ pin: Secret, padding: CashBabaEnvironment.PINPadding = .pkcs1) throws(SDKError) -> String {
        // A digit has at most four bytes of UTF-8; anything longer is rejected unread.
        guard pin.count <= 4 * Encryptor.digits.upperBound, let plain = pin.asciiDigits(),
            Encryptor.digits.contains(plain.count)
        else { throw .encryption("The PIN doesn't consist of 1 to 12 digits.") }
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
