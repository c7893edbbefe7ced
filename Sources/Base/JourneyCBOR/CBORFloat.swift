/// Conversions between floating-point formats on bit patterns, so that a NaN keeps its payload and no 16-bit type is needed.
enum CBORFloat {
    /// Converts binary16 to the bits of a binary64 number with the same value.
    static func widen(half: UInt16) -> UInt64 {
        let sign = UInt64(half & 0x8000) << 48
        let exponent = UInt64(half >> 10 & 0x1F)
        let fraction = UInt64(half & 0x3FF)
        switch exponent {
        case 0:
            // Zero or a subnormal number: fraction × 2^-24, which binary64 represents exactly.
            return sign | (Double(fraction) / 16_777_216).bitPattern
        case 0x1F: return sign | 0x7FF << 52 | fraction << 42
        default: return sign | (exponent + 1_008) << 52 | fraction << 42
        }
    }

    /// Converts binary32 to the bits of a binary64 number with the same value.
    static func widen(single: UInt32) -> UInt64 {
        guard single >> 23 & 0xFF != 0xFF else {
            return UInt64(single & 0x8000_0000) << 32 | 0x7FF << 52 | UInt64(single & 0x7F_FFFF) << 29
        }
        return Double(Float(bitPattern: single)).bitPattern
    }

    /// Writes the number in the shortest of the three formats that preserves all its bits.
    static func write(_ bits: UInt64, into out: inout [UInt8]) {
        if let half = half(bits) {
            out.append(0xF9)
            CBORHead.append(UInt64(half), size: 2, into: &out)
        } else if let single = single(bits) {
            out.append(0xFA)
            CBORHead.append(UInt64(single), size: 4, into: &out)
        } else {
            out.append(0xFB)
            CBORHead.append(bits, size: 8, into: &out)
        }
    }

    private static func single(_ bits: UInt64) -> UInt32? {
        let sign = UInt32(bits >> 32) & 0x8000_0000
        let candidate =
            bits >> 52 & 0x7FF == 0x7FF
            ? sign | 0xFF << 23 | UInt32(bits >> 29 & 0x7F_FFFF) : Float(Double(bitPattern: bits)).bitPattern
        return widen(single: candidate) == bits ? candidate : nil
    }

    private static func half(_ bits: UInt64) -> UInt16? {
        let sign = UInt16(bits >> 48) & 0x8000
        let exponent = Int(bits >> 52 & 0x7FF) - 1_023
        let fraction = UInt16(bits >> 42 & 0x3FF)
        let candidate: UInt16
        switch exponent {
        case 1_024: candidate = sign | 0x1F << 10 | fraction
        case -14...15: candidate = sign | UInt16(exponent + 15) << 10 | fraction
        case -24 ..< -14:
            candidate = sign | UInt16(Double(bitPattern: bits).magnitude * 16_777_216)
        case -1_023: candidate = sign
        default: return nil
        }
        return widen(half: candidate) == bits ? candidate : nil
    }
}
