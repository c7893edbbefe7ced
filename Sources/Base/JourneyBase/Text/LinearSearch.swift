/// A search for a sequence in another one, in linear time for any input (Knuth, Morris and Pratt), so that crafted input can't
/// stall it.
package enum LinearSearch {
    /// Returns the first index of `all` at which `part` occurs, or `nil`. An empty `part` occurs nowhere.
    @inlinable package static func first<Unit: Equatable>(_ part: [Unit], in all: ArraySlice<Unit>) -> Int? {
        places(of: part, in: all, limit: 1).first
    }

    /// Returns the indices of up to `limit` occurrences of `part` that don't overlap, from the first on. An empty `part` occurs
    /// nowhere.
    @inlinable package static func places<Unit: Equatable>(
        of part: [Unit], in all: ArraySlice<Unit>, limit: Int
    ) -> [Int] {
        guard limit > 0, !part.isEmpty, part.count <= all.count else { return [] }
        let borders = borders(of: part)
        var places: [Int] = []
        var matched = 0
        for place in all.indices {
            while matched > 0, part[matched] != all[place] { matched = borders[matched - 1] }
            if part[matched] == all[place] { matched += 1 }
            guard matched == part.count else { continue }
            places.append(place + 1 - matched)
            if places.count == limit { break }
            matched = 0
        }
        return places
    }

    /// Returns for each beginning of `part` the length of its longest proper beginning that is also its end.
    @inlinable package static func borders<Unit: Equatable>(of part: [Unit]) -> [Int] {
        var borders = [Int](repeating: 0, count: part.count)
        var length = 0
        for place in part.indices.dropFirst() {
            while length > 0, part[length] != part[place] { length = borders[length - 1] }
            if part[length] == part[place] { length += 1 }
            borders[place] = length
        }
        return borders
    }
}
