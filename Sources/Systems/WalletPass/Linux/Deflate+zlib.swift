import CZlib

/// Raw DEFLATE (RFC 1951) by zlib.
extension Deflate {
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // A negative window size of 15 bits selects raw DEFLATE, without zlib's header and checksum.
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        return run(bytes[...], capacity: Int(deflateBound(&stream, UInt(bytes.count))), &stream) {
            deflate($0, Z_FINISH)
        }
    }

    static func unpacked(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        // One byte more than expected, so that longer content is detected.
        let out = run(bytes, capacity: count + 1, &stream) { inflate($0, Z_FINISH) }
        return out?.count == count && stream.avail_in == 0 ? out : nil
    }

    /// Processes all input in one step; `nil` unless the stream ended.
    private static func run(
        _ bytes: ArraySlice<UInt8>, capacity: Int, _ stream: inout z_stream,
        step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> [UInt8]? {
        guard bytes.count < Int(UInt32.max), capacity < Int(UInt32.max) else { return nil }
        var hasEnded = false
        let out = bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
                // zlib only reads next_in, although it is not const.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(capacity)
                hasEnded = step(&stream) == Z_STREAM_END
                written = capacity - Int(stream.avail_out)
                (stream.next_in, stream.next_out) = (nil, nil)
            }
        }
        return hasEnded ? out : nil
    }
}
