import JourneyCrypto

/// Which partner each user of the issuer's account belongs to, as far as the operator's files say so.
public struct CardPartners: Hashable, Sendable {
    /// Partners by SHA-256 of their users' ids.
    private var assigned: [[UInt8]: String] = [:]
    /// Partners whose users are all listed: nobody else is theirs.
    private var listed: Set<String> = []

    /// No lists: each user belongs to the partner that names the user first.
    public init() {}

    /// Has `partner` own the users with those digests, and no others.
    ///
    /// - Parameter users: SHA-256 of the UTF-8 of each user's id.
    /// - Returns: `false` when one of them is another partner's.
    public mutating func assign(_ users: Set<[UInt8]>, to partner: String) -> Bool {
        listed.insert(partner)
        for user in users {
            guard assigned[user] ?? partner == partner else { return false }
            assigned[user] = partner
        }
        return true
    }

    /// The partner that a list names for the user, as the id is spelled or in lower case: an issuer may take either for one user.
    func partner(of user: String) -> String? {
        guard !assigned.isEmpty else { return nil }
        return assigned[SHA256.hash(Array(user.utf8))] ?? assigned[SHA256.hash(Array(user.lowercased().utf8))]
    }

    /// Those of `partners` that could take another one's users by naming them first: all without a list, where there are several.
    func unlisted(of partners: some Sequence<String>) -> [String] {
        let all = partners.sorted()
        return all.count > 1 ? all.filter { !listed.contains($0) } : []
    }

    /// Whether the partner's users are listed.
    func hasList(_ partner: String) -> Bool { listed.contains(partner) }
}
