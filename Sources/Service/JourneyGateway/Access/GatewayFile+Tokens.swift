import JourneyBase

extension GatewayFile {
    /// Reads lines of a digest, a partner id and a client id, separated by single spaces.
    static func tokens(
        _ path: String, _ member: String, partners: [String: Set<String>]
    ) throws(JourneyError) -> GatewayAccess {
        var access = GatewayAccess()
        for (number, line) in try lines(path, member) {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            let digest = try digest(words[0], number, path, member)
            guard words.count == 3 else {
                throw fault(member, path, "needs a digest, a partner and a client in line \(number)")
            }
            let (partner, client) = (String(words[1]), String(words[2]))
            guard partners[partner]?.contains(client) ?? false else {
                throw fault(
                    member, path, "names a client in line \(number) that is not one of its partner's in partners")
            }
            access.admit(digest: digest, partner: partner, client: client)
        }
        return access
    }
}
