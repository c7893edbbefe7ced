public import JourneyBase

/// The pass service's part of what `journey serve --json` prints: where it is, what opens the tags of its one client, and whom
/// to believe about its passes.
///
/// The token opens nothing but the sandbox's own tickets.
public struct PassReadiness: Sendable, Hashable {
    public var address: Origin
    public var apiToken: String
    /// `reference_id` of the tags that have a pass.
    public var tags: [String]
    /// PEM: the root of the stand-in for Apple's authorities.
    public var authority: String

    public init(address: Origin, apiToken: String, tags: [String], authority: String) {
        self.address = address
        self.apiToken = apiToken
        self.tags = tags
        self.authority = authority
    }

    /// The one that `value` spells, or `nil`.
    public init?(_ value: JSONValue) {
        guard let address = value["address"]?.string.flatMap({ HTTPSURL($0) }),
            let token = value["apiToken"]?.string, let list = value["tags"]?.array,
            let authority = value["authority"]?.string
        else { return nil }
        let tags = list.compactMap(\.string)
        guard tags.count == list.count else { return nil }
        self.init(address: address.origin, apiToken: token, tags: tags, authority: authority)
    }

    public var json: JSONValue {
        [
            "address": .string("\(address)"), "apiToken": .string(apiToken),
            "tags": .array(tags.map { .string($0) }), "authority": .string(authority),
        ]
    }
}
