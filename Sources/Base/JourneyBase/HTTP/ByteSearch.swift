/// Substring search on bytes.
enum ByteSearch {
    /// Returns the index in `bytes` of the first occurrence of `mark`, or `nil`. Runs in linear time for any input (Knuth,
    /// Morris, Pratt), so that crafted input can't stall it.
    static func first(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        let fallback = fallbacks(of: mark)
        var matched = 0
        for index in bytes.indices {
            while matched > 0, bytes[index] != mark[matched] { matched = fallback[matched - 1] }
            if matched < mark.count, bytes[index] == mark[matched] { matched += 1 }
            if matched == mark.count { return index - mark.count + 1 }
        }
        return nil
    }

    /// Builds the failure table: for each match length minus one, the longest proper prefix that is also a suffix.
    private static func fallbacks(of mark: [UInt8]) -> [Int] {
        var fallbacks = [Int](repeating: 0, count: mark.count)
        var length = 0
        for index in mark.indices.dropFirst() {
            while length > 0, mark[index] != mark[length] { length = fallbacks[length - 1] }
            if mark[index] == mark[length] { length += 1 }
            fallbacks[index] = length
        }
        return fallbacks
    }
}
