public import Foundation

// Apple: cryptokit/symmetrickeysize
@available(iOS 13, macOS 10.15, *)
public struct SymmetricKeySize: Sendable {
    public let bitCount: Int
    public static var bits128: SymmetricKeySize { SymmetricKeySize(bitCount: 128) }
    public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }
    public init(bitCount: Int) { self.bitCount = bitCount }
}

// Apple: cryptokit/symmetrickey
@available(iOS 13, macOS 10.15, *)
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    public var bitCount: Int { 0 }
    public init<D: ContiguousBytes>(data _: D) {}
    public init(size _: SymmetricKeySize) {}
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}

// Apple: cryptokit/messageauthenticationcode
@available(iOS 13, macOS 10.15, *)
public protocol MessageAuthenticationCode: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 {
    var byteCount: Int { get }
}

// Apple: cryptokit/hashedauthenticationcode
@available(iOS 13, macOS 10.15, *)
public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode {
    public var byteCount: Int { 0 }
    public var description: String { "" }
    public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}

// Apple: cryptokit/hmac
@available(iOS 13, macOS 10.15, *)
public struct HMAC<H: HashFunction>: Sendable {
    public typealias Key = SymmetricKey
    public typealias MAC = HashedAuthenticationCode<H>
    public init(key _: SymmetricKey) {}
    public mutating func update<D: DataProtocol>(data _: D) {}
    public func finalize() -> MAC { MAC() }
    public static func authenticationCode<D: DataProtocol>(for _: D, using _: SymmetricKey) -> MAC { MAC() }
    public static func isValidAuthenticationCode<D: DataProtocol>(
        _: MAC, authenticating _: D, using _: SymmetricKey
    ) -> Bool { false }
}

// Apple: cryptokit/hkdf
@available(iOS 14, macOS 11, *)
public struct HKDF<H: HashFunction>: Sendable {
    public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt _: Salt, info _: Info, outputByteCount _: Int
    ) -> SymmetricKey { inputKeyMaterial }
    public static func extract<Salt: DataProtocol>(
        inputKeyMaterial _: SymmetricKey, salt _: Salt?
    ) -> HashedAuthenticationCode<H> { HashedAuthenticationCode() }
    public static func expand<PRK: ContiguousBytes, Info: DataProtocol>(
        pseudoRandomKey: PRK, info _: Info?, outputByteCount _: Int
    ) -> SymmetricKey { SymmetricKey(data: pseudoRandomKey) }
}

// Apple: cryptokit/aes
@available(iOS 13, macOS 10.15, *)
public enum AES {}

// Apple: cryptokit/aes/gcm
@available(iOS 13, macOS 10.15, *)
extension AES {
    public enum GCM {
        public struct Nonce: ContiguousBytes, Sequence, Sendable {
            public init() {}
            public init<D: DataProtocol>(data _: D) throws {}
            public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
                try body(UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }

        public struct SealedBox: Sendable {
            public let tag: Data
            public let ciphertext: Data
            public var combined: Data? { nil }
            public let nonce: AES.GCM.Nonce
            public init<D: DataProtocol>(combined: D) throws { throw CryptoKitError.incorrectParameterSize }
            public init<C: DataProtocol, T: DataProtocol>(nonce: AES.GCM.Nonce, ciphertext: C, tag: T) throws {
                (self.nonce, self.ciphertext, self.tag) = (nonce, Data(ciphertext), Data(tag))
            }
        }

        public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
            _: Plaintext, using _: SymmetricKey, nonce _: Nonce? = nil, authenticating _: AuthenticatedData
        ) throws -> SealedBox { throw CryptoKitError.incorrectParameterSize }
        public static func open<AuthenticatedData: DataProtocol>(
            _: SealedBox, using _: SymmetricKey, authenticating _: AuthenticatedData
        ) throws -> Data { throw CryptoKitError.authenticationFailure }
    }
}

// Apple: cryptokit/aes/keywrap
@available(iOS 15, macOS 12, *)
extension AES {
    public enum KeyWrap {
        public static func wrap(_: SymmetricKey, using _: SymmetricKey) throws -> Data { Data() }
        public static func unwrap<WrappedKey: DataProtocol>(
            _: WrappedKey, using kek: SymmetricKey
        ) throws -> SymmetricKey { kek }
    }
}

// Apple: cryptokit/cryptokiterror
@available(iOS 13, macOS 10.15, *)
public enum CryptoKitError: Error {
    case incorrectKeySize
    case incorrectParameterSize
    case authenticationFailure
    case underlyingCoreCryptoError(error: Int32)
    case wrapFailure
    case unwrapFailure
    case invalidParameter
}
