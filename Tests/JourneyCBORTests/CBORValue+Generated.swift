import JourneyCBOR
import TestSupport

extension CBORValue {
    /// Returns a random value, at most `depth` levels deep.
    static func generated(depth: Int, using generator: inout SplitMix) -> CBORValue {
        let number = UInt64.random(in: .min ... .max, using: &generator) >> UInt64.random(in: 0..<64, using: &generator)
        switch Int.random(in: 0..<(depth == 0 ? 8 : 11), using: &generator) {
        case 0: return .unsigned(number)
        case 1: return .negative(number)
        case 2: return .bytes((0..<Int(number % 40)).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        case 3: return .text(String(repeating: "aé水𐅑", count: Int(number % 9)))
        case 4: return .boolean(number % 2 == 0)
        case 5: return number % 2 == 0 ? .null : .undefined
        case 6: return .simple(number % 2 == 0 ? UInt8(number % 20) : UInt8(32 + number % 224))
        case 7: return .float(bits: number % 3 == 0 ? Double(number).bitPattern : number &* 0x9E37_79B9_7F4A_7C15)
        case 8: return .array((0..<Int(number % 5)).map { _ in generated(depth: depth - 1, using: &generator) })
        case 9:
            var members: [CBORValue: CBORValue] = [:]
            for _ in 0..<Int(number % 5) {
                // A key with many items would be refused.
                let key = generated(depth: min(depth - 1, 1), using: &generator)
                members[key] = generated(depth: depth - 1, using: &generator)
            }
            return .map(members)
        default: return .tagged(number, generated(depth: depth - 1, using: &generator))
        }
    }
}
