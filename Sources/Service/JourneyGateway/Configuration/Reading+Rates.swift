import JourneyLanguage

extension Reading {
    /// Returns `usual` with the rates that the file sets: whole numbers from 1 to `most`. Refuses members other than `members`.
    func rates<Rates>(
        _ usual: Rates, _ members: [String: WritableKeyPath<Rates, Int>], most: Int
    ) throws(Refusal) -> Rates {
        try onlyMembers(Set(members.keys))
        var rates = usual
        for (name, place) in members.sorted(by: { $0.key < $1.key }) {
            if let value = try member(name)?.whole(in: 1...most) { rates[keyPath: place] = value }
        }
        return rates
    }
}
