public import Foundation

// Apple: cryptokit/digest
@available(iOS 13, macOS 10.15, *)
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 {
    static var byteCount: Int { get }
}

// Apple: cryptokit/digest (default implementations)
@available(iOS 13, macOS 10.15, *)
extension Digest {
    public func makeIterator() -> [UInt8].Iterator { [].makeIterator() }
    public static func == (_: Self, _: Self) -> Bool { false }
    public static func == <D: DataProtocol>(_: Self, _: D) -> Bool { false }
    public var description: String { "" }
}

// Apple: cryptokit/hashfunction
@available(iOS 13, macOS 10.15, *)
public protocol HashFunction: Sendable {
    associatedtype Digest: CryptoKit.Digest
    static var blockByteCount: Int { get }
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Digest
}

// Apple: cryptokit/hashfunction (hash(data:), update(data:))
@available(iOS 13, macOS 10.15, *)
extension HashFunction {
    public static func hash<D: DataProtocol>(data _: D) -> Digest { Self().finalize() }
    public mutating func update<D: DataProtocol>(data _: D) {}
}

// Apple: cryptokit/sha256digest; one type serves as every digest here
@available(iOS 13, macOS 10.15, *)
public struct StubDigest<Function: Sendable>: Digest {
    public static var byteCount: Int { 0 }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    public func hash(into _: inout Hasher) {}
}

// Apple: cryptokit/sha256
@available(iOS 13, macOS 10.15, *)
public struct SHA256: HashFunction {
    public typealias Digest = StubDigest<SHA256>
    public static var blockByteCount: Int { 64 }
    public init() {}
    public mutating func update(bufferPointer _: UnsafeRawBufferPointer) {}
    public func finalize() -> StubDigest<SHA256> { StubDigest() }
}

// Apple: cryptokit/sha384
@available(iOS 13, macOS 10.15, *)
public struct SHA384: HashFunction {
    public typealias Digest = StubDigest<SHA384>
    public static var blockByteCount: Int { 128 }
    public init() {}
    public mutating func update(bufferPointer _: UnsafeRawBufferPointer) {}
    public func finalize() -> StubDigest<SHA384> { StubDigest() }
}

// Apple: cryptokit/sha512
@available(iOS 13, macOS 10.15, *)
public struct SHA512: HashFunction {
    public typealias Digest = StubDigest<SHA512>
    public static var blockByteCount: Int { 128 }
    public init() {}
    public mutating func update(bufferPointer _: UnsafeRawBufferPointer) {}
    public func finalize() -> StubDigest<SHA512> { StubDigest() }
}

// Apple: cryptokit/insecure
@available(iOS 13, macOS 10.15, *)
public enum Insecure {
    public struct SHA1: HashFunction {
        public typealias Digest = StubDigest<SHA1>
        public static var blockByteCount: Int { 64 }
        public init() {}
        public mutating func update(bufferPointer _: UnsafeRawBufferPointer) {}
        public func finalize() -> StubDigest<SHA1> { StubDigest() }
    }

    public struct MD5: HashFunction {
        public typealias Digest = StubDigest<MD5>
        public static var blockByteCount: Int { 64 }
        public init() {}
        public mutating func update(bufferPointer _: UnsafeRawBufferPointer) {}
        public func finalize() -> StubDigest<MD5> { StubDigest() }
    }
}
