import JourneyCrypto

/// The partner that each user of the issuer's account belongs to, as far as the operator's files assign it.
public struct CardPartners: Hashable, Sendable {
    /// Partners by SHA-256 of their users' ids.
    private var assigned: [[UInt8]: String] = [:]
    /// Partners with a user list: users outside the list don't belong to them.
    private var listed: Set<String> = []

    /// Creates an assignment without lists: each user belongs to the partner that names the user first.
    public init() {}

    /// Assigns exactly the given users to `partner`.
    ///
    /// - Parameters:
    ///   - users: SHA-256 of the UTF-8 of each user's id.
    ///   - partner: The owner of these users.
    /// - Returns: `false` if one of them already belongs to another partner.
    public mutating func assign(_ users: Set<[UInt8]>, to partner: String) -> Bool {
        listed.insert(partner)
        for user in users {
            guard assigned[user] ?? partner == partner else { return false }
            assigned[user] = partner
        }
        return true
    }

    /// Returns the partner whose list has the user, with the id as given or in lower case, because an issuer may treat both as
    /// one user.
    func partner(of user: String) -> String? {
        guard !assigned.isEmpty else { return nil }
        return assigned[SHA256.hash(Array(user.utf8))] ?? assigned[SHA256.hash(Array(user.lowercased().utf8))]
    }

    /// Returns the partners that could claim another's users by naming them first: with several partners, all without a list.
    func unlisted(of partners: some Sequence<String>) -> [String] {
        let all = partners.sorted()
        return all.count > 1 ? all.filter { !listed.contains($0) } : []
    }

    /// `true` if the partner has a user list.
    func hasList(_ partner: String) -> Bool { listed.contains(partner) }
}
