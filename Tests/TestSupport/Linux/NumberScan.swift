public import JourneyBase

/// Searches memory for a private number in big-endian and little-endian byte order.
public struct NumberScan {
    private let big: MemoryScan
    private let little: MemoryScan

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - secret: The secret that contains the number. No copy of it remains that the search would find.
    ///   - range: The number's bytes; all of them by default.
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

    /// Counts the occurrences in either byte order.
    ///
    /// - Returns: The number of occurrences.
    /// - Throws: `POSIXError` if memory can't be read.
    public func count() throws -> Int { try big.count() + little.count() }

    /// Finds the addresses of the occurrences in either byte order.
    ///
    /// - Returns: The addresses.
    /// - Throws: `POSIXError` if memory can't be read.
    public func places() throws -> Set<UInt> { try big.places().union(little.places()) }
}
