public import JourneyBase

/// Searches memory for a private number as it is written and as big numbers stand in memory, lowest byte first.
public struct NumberScan {
    private let big: MemoryScan
    private let little: MemoryScan

    /// Takes `range` of `secret`, all of it unless told otherwise, and keeps no copy that it would find itself.
    public init(_ secret: Secret, _ range: Range<Int>? = nil) {
        let range = range ?? 0..<secret.count
        func part(_ isReversed: Bool) -> Secret {
            Secret(count: range.count) { memory in
                secret.withBytes { bytes in
                    for index in 0..<range.count {
                        memory[index] = bytes[isReversed ? range.upperBound - 1 - index : range.lowerBound + index]
                    }
                }
            }
        }
        big = MemoryScan(for: part(false))
        little = MemoryScan(for: part(true))
    }

    /// How often it stands there, either way.
    public func count() throws -> Int { try big.count() + little.count() }

    /// The addresses at which it stands, either way.
    public func places() throws -> Set<UInt> { try big.places().union(little.places()) }
}
