import Compression

/// Raw DEFLATE (RFC 1951): what Apple's framework calls zlib is that, without zlib's header.
extension Deflate {
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        // Bytes that do not shrink grow by five for each block of 65,535.
        run(bytes[...], capacity: bytes.count + bytes.count / 8_192 + 64, compression_encode_buffer)
    }

    static func unpacked(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        guard count > 0 else { return bytes.isEmpty ? nil : [] }
        // One byte more than there may be, so that what is longer is seen to be; and nothing beyond is unpacked.
        let out = run(bytes, capacity: count + 1, compression_decode_buffer)
        return out?.count == count ? out : nil
    }

    private typealias Step = (
        UnsafeMutablePointer<UInt8>, Int, UnsafePointer<UInt8>, Int, UnsafeMutableRawPointer?, compression_algorithm
    ) -> Int

    private static func run(_ bytes: ArraySlice<UInt8>, capacity: Int, _ step: Step) -> [UInt8]? {
        let out = bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
                guard let source = input.baseAddress, let target = output.baseAddress else { return }
                written = step(target, capacity, source, input.count, nil, COMPRESSION_ZLIB)
            }
        }
        return out.isEmpty ? nil : out
    }
}
