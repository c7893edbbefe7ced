import Compression

/// Raw DEFLATE (RFC 1951): Apple's Compression framework calls it zlib, but uses no zlib header.
extension Deflate {
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        // Incompressible data grows by five bytes for each block of 65,535.
        run(bytes[...], capacity: bytes.count + bytes.count / 8_192 + 64, COMPRESSION_STREAM_ENCODE)
    }

    static func unpacked(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        // One byte more than expected, so that longer content is detected; nothing beyond is unpacked.
        let out = run(bytes, capacity: count + 1, COMPRESSION_STREAM_DECODE)
        return out?.count == count ? out : nil
    }

    /// Processes all input in one step; `nil` unless the stream ended with the last input byte.
    private static func run(
        _ bytes: ArraySlice<UInt8>, capacity: Int, _ operation: compression_stream_operation
    ) -> [UInt8]? {
        let stream = UnsafeMutablePointer<compression_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        guard compression_stream_init(stream, operation, COMPRESSION_ZLIB) == COMPRESSION_STATUS_OK else { return nil }
        defer { compression_stream_destroy(stream) }
        var isWhole = false
        let out = bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
                guard let source = input.baseAddress, let target = output.baseAddress else { return }
                (stream.pointee.src_ptr, stream.pointee.src_size) = (source, input.count)
                (stream.pointee.dst_ptr, stream.pointee.dst_size) = (target, capacity)
                let flags = Int32(COMPRESSION_STREAM_FINALIZE.rawValue)
                let status = compression_stream_process(stream, flags)
                isWhole = status == COMPRESSION_STATUS_END && stream.pointee.src_size == 0
                written = capacity - stream.pointee.dst_size
            }
        }
        return isWhole ? out : nil
    }
}
