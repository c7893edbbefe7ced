// Apple: compression/compression_algorithm
@available(iOS 9, macOS 10.11, *)
public struct compression_algorithm: Sendable {}

// Apple: compression/compression_zlib
@available(iOS 9, macOS 10.11, *)
public var COMPRESSION_ZLIB: compression_algorithm { compression_algorithm() }

// Apple: compression/compression_encode_buffer(_:_:_:_:_:_:)
@available(iOS 9, macOS 10.11, *)
public func compression_encode_buffer(
    _: UnsafeMutablePointer<UInt8>, _: Int, _: UnsafePointer<UInt8>, _: Int, _: UnsafeMutableRawPointer?,
    _: compression_algorithm
) -> Int { 0 }

// Apple: compression/compression_decode_buffer(_:_:_:_:_:_:)
@available(iOS 9, macOS 10.11, *)
public func compression_decode_buffer(
    _: UnsafeMutablePointer<UInt8>, _: Int, _: UnsafePointer<UInt8>, _: Int, _: UnsafeMutableRawPointer?,
    _: compression_algorithm
) -> Int { 0 }
