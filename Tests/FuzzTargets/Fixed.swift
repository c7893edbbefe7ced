import Foundation
import JourneyBase
import JourneyCrypto

/// Keys, serial numbers and a time that are the same in every run: an input that broke something breaks it again, and what
/// a corpus holds stays worth something. They are no secrets and guard nothing.
enum Fixed {
    static let time = Date(timeIntervalSince1970: 1_800_000_000)
    /// The one that signs as the authority does, and as the issuer of tokens.
    static let signer = made { try P256PrivateKey(scalar: scalar(1)) }
    /// The subject of certificates, which signs messages.
    static let subject = made { try P256PrivateKey(scalar: scalar(2)) }
    /// The recipient of encryptions.
    static let recipient = made { try P256AgreementKey(scalar: scalar(3)) }
    /// A content key that two sides share.
    static let shared = scalar(4)

    /// In the place of randomness.
    static let numbers: @Sendable (Int) -> [UInt8] = { count in [UInt8](repeating: 7, count: count) }

    private static func scalar(_ number: UInt8) -> Secret { Secret(copying: [UInt8](repeating: number, count: 32)) }

    /// What `body` makes; without it there is nothing to fuzz.
    static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { preconditionFailure("a fixture could not be made: \(error)") }
    }
}
