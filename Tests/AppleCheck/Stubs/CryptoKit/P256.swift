public import Foundation

// Apple: cryptokit/p256
@available(iOS 13, macOS 10.15, *)
public enum P256 {}

// Apple: cryptokit/p256/signing
@available(iOS 13, macOS 10.15, *)
extension P256 {
    public enum Signing {
        public struct ECDSASignature: ContiguousBytes, Sendable {
            public var rawRepresentation: Data { Data() }
            public var derRepresentation: Data { Data() }
            public init<D: DataProtocol>(rawRepresentation _: D) throws {}
            public init<D: DataProtocol>(derRepresentation _: D) throws {}
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
                try body(UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }

        public struct PublicKey: Sendable {
            public var rawRepresentation: Data { Data() }
            public var x963Representation: Data { Data() }
            public init<D: ContiguousBytes>(rawRepresentation _: D) throws {}
            public init<D: ContiguousBytes>(x963Representation _: D) throws {}
            @available(iOS 16, macOS 13, *)
            public init<D: ContiguousBytes>(compressedRepresentation _: D) throws {}
            public func isValidSignature<D: Digest>(_: ECDSASignature, for _: D) -> Bool { false }
            public func isValidSignature<D: DataProtocol>(_: ECDSASignature, for _: D) -> Bool { false }
        }

        public struct PrivateKey: Sendable {
            public let publicKey: PublicKey
            public var rawRepresentation: Data { Data() }
            public init(compactRepresentable _: Bool = true) { preconditionFailure("a stub does not run") }
            public init<D: ContiguousBytes>(rawRepresentation data: D) throws {
                publicKey = try PublicKey(rawRepresentation: data)
            }
            public init<D: ContiguousBytes>(x963Representation data: D) throws {
                publicKey = try PublicKey(x963Representation: data)
            }
            public func signature<D: Digest>(for digest: D) throws -> ECDSASignature {
                try ECDSASignature(rawRepresentation: Data(digest))
            }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
                try ECDSASignature(rawRepresentation: data)
            }
        }
    }
}

// Apple: cryptokit/p256/keyagreement
@available(iOS 13, macOS 10.15, *)
extension P256 {
    public enum KeyAgreement {
        public struct PublicKey: Sendable {
            public var rawRepresentation: Data { Data() }
            public var x963Representation: Data { Data() }
            public init<D: ContiguousBytes>(rawRepresentation _: D) throws {}
            public init<D: ContiguousBytes>(x963Representation _: D) throws {}
        }

        public struct PrivateKey: Sendable {
            public let publicKey: PublicKey
            public var rawRepresentation: Data { Data() }
            public init(compactRepresentable _: Bool = true) { preconditionFailure("a stub does not run") }
            public init<D: ContiguousBytes>(rawRepresentation data: D) throws {
                publicKey = try PublicKey(rawRepresentation: data)
            }
            public func sharedSecretFromKeyAgreement(with _: PublicKey) throws -> SharedSecret { SharedSecret() }
        }
    }
}
