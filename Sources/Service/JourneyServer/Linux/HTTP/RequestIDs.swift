/// Names the requests of one loop, among those of all servers: they count from a random number on.
struct RequestIDs {
    private var count = UInt64.random(in: 0..<1 << 56)

    /// 14 hexadecimal digits: as many as a string holds without memory of its own.
    mutating func next() -> String {
        count = (count + 1) & (1 << 56 - 1)
        return String(unsafeUninitializedCapacity: 14) { bytes in
            for index in 0..<14 {
                let digit = UInt8(truncatingIfNeeded: count >> UInt64(52 - 4 * index)) & 15
                bytes.initializeElement(at: index, to: digit < 10 ? digit + 0x30 : digit - 10 + 0x61)
            }
            return 14
        }
    }
}
