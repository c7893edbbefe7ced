import Foundation
import JourneyBase
import JourneyCrypto

/// Keys, serial numbers and a time that are the same in every run, so that a failing input fails again and a corpus stays
/// valid. They are not secret and protect nothing.
enum Fixed {
    static let time = Date(timeIntervalSince1970: 1_800_000_000)
    /// The key of the authority and of the issuer of tokens.
    static let signer = made { try P256PrivateKey(scalar: scalar(1)) }
    /// The key of certificates' subject, which signs messages.
    static let subject = made { try P256PrivateKey(scalar: scalar(2)) }
    /// The key of the recipient of encryptions.
    static let recipient = made { try P256AgreementKey(scalar: scalar(3)) }
    /// The content key that two sides share.
    static let shared = scalar(4)

    /// A constant in place of random numbers.
    static let numbers: @Sendable (Int) -> [UInt8] = { count in [UInt8](repeating: 7, count: count) }

    private static func scalar(_ number: UInt8) -> Secret { Secret(copying: [UInt8](repeating: number, count: 32)) }

    /// Returns the value of `body`, without which there is nothing to fuzz.
    static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { preconditionFailure("a fixture could not be made: \(error)") }
    }
}
