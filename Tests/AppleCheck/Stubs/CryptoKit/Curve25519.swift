public import Foundation

// Apple: cryptokit/curve25519
@available(iOS 13, macOS 10.15, *)
public enum Curve25519 {}

// Apple: cryptokit/curve25519/signing
@available(iOS 13, macOS 10.15, *)
extension Curve25519 {
    public enum Signing {
        public struct PublicKey: Sendable {
            public var rawRepresentation: Data { Data() }
            public init<D: ContiguousBytes>(rawRepresentation _: D) throws {}
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(_: S, for _: D) -> Bool { false }
        }

        public struct PrivateKey: Sendable {
            public let publicKey: PublicKey
            public var rawRepresentation: Data { Data() }
            public init() { preconditionFailure("a stub does not run") }
            public init<D: ContiguousBytes>(rawRepresentation data: D) throws {
                publicKey = try PublicKey(rawRepresentation: data)
            }
            public func signature<D: DataProtocol>(for _: D) throws -> Data { Data() }
        }
    }
}
