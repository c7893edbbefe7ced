/// A set of Unicode scalars, or of UTF-16 code units: ranges and categories.
struct ScalarSet: Sendable {
    private var ranges: [ClosedRange<UInt32>] = []
    private var categories: [Category] = []
    private(set) var isNegated = false
    // Almost all text is ASCII, for which results are precomputed.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Scalars that have or lack a Unicode property.
    struct Category: Sendable {
        let property: ScalarProperty
        let isNegated: Bool
    }

    init(_ ranges: [ClosedRange<UInt32>] = [], categories: [Category] = [], isNegated: Bool = false) {
        self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
        self.categories = categories
        self.isNegated = isNegated
        for code in UInt32(0)..<128 {
            guard look(up: code) else { continue }
            if code < 64 { low |= 1 << UInt64(code) } else { high |= 1 << UInt64(code - 64) }
        }
    }

    init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

    func contains(_ scalar: Unicode.Scalar) -> Bool { contains(scalar.value) }

    func contains(_ code: UInt32) -> Bool {
        if code < 64 { return low >> UInt64(code) & 1 == 1 }
        if code < 128 { return high >> UInt64(code - 64) & 1 == 1 }
        return look(up: code)
    }

    private func look(up code: UInt32) -> Bool {
        var start = 0
        var end = ranges.count
        // The ranges are sorted but may overlap; those from `merging` do not.
        while start < end {
            let middle = (start + end) / 2
            if ranges[middle].upperBound < code { start = middle + 1 } else { end = middle }
        }
        if start < ranges.count, ranges[start].contains(code) { return !isNegated }
        guard !categories.isEmpty, let scalar = Unicode.Scalar(code) else { return isNegated }
        let isIn = categories.contains { $0.property.holds(of: scalar) != $0.isNegated }
        return isIn != isNegated
    }

    /// Returns the union of sets, as for a bracket expression.
    static func merging(_ sets: [ScalarSet], isNegated: Bool) -> ScalarSet {
        var ranges: [ClosedRange<UInt32>] = []
        var categories: [Category] = []
        for set in sets {
            categories += set.categories
            ranges += set.isNegated ? complement(of: set.ranges) : set.ranges
        }
        return ScalarSet(merged(ranges), categories: categories, isNegated: isNegated)
    }

    /// Returns the set with the other case of each letter in it (simple case mapping). Long ranges beyond ASCII stay as they are.
    var foldingCase: ScalarSet {
        var folded = ranges
        for range in ranges where range.count <= 2_000 || range.lowerBound < 128 {
            for code in range.prefix(2_000) {
                guard let scalar = Unicode.Scalar(code) else { continue }
                for text in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
                    let scalars = text.unicodeScalars
                    if let other = scalars.first, scalars.count == 1 { folded.append(other.value...other.value) }
                }
                // The Kelvin sign and the long s are letters of these, too.
                if code | 0x20 == 0x6B { folded.append(0x212A...0x212A) }
                if code | 0x20 == 0x73 { folded.append(0x17F...0x17F) }
            }
        }
        return ScalarSet(ScalarSet.merged(folded), categories: categories, isNegated: isNegated)
    }

    private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var out: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = out.last, range.lowerBound <= last.upperBound {
                out[out.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                out.append(range)
            }
        }
        return out
    }

    private static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var out: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in merged(ranges) {
            if range.lowerBound > next { out.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { out.append(next...0x10FFFF) }
        return out
    }
}

extension ScalarSet {
    static let digit = ScalarSet([0x30...0x39])
    static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// The white space and line terminators of ECMA-262.
    static let space = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// The characters that a dot does not match.
    static let lineEnd = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    var negated: ScalarSet { ScalarSet.merging([self], isNegated: true) }
}
