// Apple: compression/compression_algorithm
@available(iOS 9, macOS 10.11, *)
public struct compression_algorithm: Sendable {}

// Apple: compression/compression_zlib
@available(iOS 9, macOS 10.11, *)
public var COMPRESSION_ZLIB: compression_algorithm { compression_algorithm() }

// Apple: compression/compression_stream
@available(iOS 9, macOS 10.11, *)
public struct compression_stream {
    public var dst_ptr: UnsafeMutablePointer<UInt8>
    public var dst_size: Int
    public var src_ptr: UnsafePointer<UInt8>
    public var src_size: Int
    public var state: UnsafeMutableRawPointer?
}

// Apple: compression/compression_stream_operation
@available(iOS 9, macOS 10.11, *)
public struct compression_stream_operation: RawRepresentable, Equatable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

// Apple: compression/compression_stream_encode
@available(iOS 9, macOS 10.11, *)
public var COMPRESSION_STREAM_ENCODE: compression_stream_operation { compression_stream_operation(rawValue: 0) }

// Apple: compression/compression_stream_decode
@available(iOS 9, macOS 10.11, *)
public var COMPRESSION_STREAM_DECODE: compression_stream_operation { compression_stream_operation(rawValue: 1) }

// Apple: compression/compression_stream_flags
@available(iOS 9, macOS 10.11, *)
public struct compression_stream_flags: RawRepresentable, Equatable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

// Apple: compression/compression_stream_finalize
@available(iOS 9, macOS 10.11, *)
public var COMPRESSION_STREAM_FINALIZE: compression_stream_flags { compression_stream_flags(rawValue: 1) }

// Apple: compression/compression_status
@available(iOS 9, macOS 10.11, *)
public struct compression_status: RawRepresentable, Equatable, Sendable {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

// Apple: compression/compression_status_ok
@available(iOS 9, macOS 10.11, *)
public var COMPRESSION_STATUS_OK: compression_status { compression_status(rawValue: 0) }

// Apple: compression/compression_status_end
@available(iOS 9, macOS 10.11, *)
public var COMPRESSION_STATUS_END: compression_status { compression_status(rawValue: 1) }

// Apple: compression/compression_stream_init(_:_:_:)
@available(iOS 9, macOS 10.11, *)
public func compression_stream_init(
    _: UnsafeMutablePointer<compression_stream>, _: compression_stream_operation, _: compression_algorithm
) -> compression_status { COMPRESSION_STATUS_OK }

// Apple: compression/compression_stream_process(_:_:)
@available(iOS 9, macOS 10.11, *)
public func compression_stream_process(
    _: UnsafeMutablePointer<compression_stream>, _: Int32
) -> compression_status { COMPRESSION_STATUS_END }

// Apple: compression/compression_stream_destroy(_:)
@available(iOS 9, macOS 10.11, *)
@discardableResult public func compression_stream_destroy(
    _: UnsafeMutablePointer<compression_stream>
) -> compression_status { COMPRESSION_STATUS_OK }
