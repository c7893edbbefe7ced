public import Foundation

// Apple: cryptokit/sharedsecret
@available(iOS 13, macOS 10.15, *)
public struct SharedSecret: ContiguousBytes, CustomStringConvertible, Hashable, Sendable {
    public var description: String { "" }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
