/// Finds bytes in bytes.
enum ByteSearch {
    /// Where `mark` first stands in `bytes`, as an index of `bytes`. Looks at each byte once, whoever wrote them (Knuth,
    /// Morris, Pratt), for a search that goes back could be made to take hours.
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

    /// For each length of a match, minus one: the longest shorter match that its end is the start of.
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
