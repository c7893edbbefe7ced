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

    /// The stand-in for APNs, where a wallet hears of changes; `nil`: there is none.
    public var pushes: Origin?

    public init(
        address: Origin, apiToken: String, tags: [String], authority: String, pushes: Origin? = nil
    ) {
        self.address = address
        self.apiToken = apiToken
        self.tags = tags
        self.authority = authority
        self.pushes = pushes
    }

    /// The one that `value` spells, or `nil`.
    public init?(_ value: JSONValue) {
        guard let address = value["address"]?.string.flatMap({ HTTPSURL($0) }),
            let token = value["apiToken"]?.string, let list = value["tags"]?.array,
            let authority = value["authority"]?.string
        else { return nil }
        let tags = list.compactMap(\.string)
        let pushes = value["pushes"]?.string.flatMap { HTTPSURL($0)?.origin }
        guard tags.count == list.count, pushes != nil || (value["pushes"] ?? .null) == .null else { return nil }
        self.init(address: address.origin, apiToken: token, tags: tags, authority: authority, pushes: pushes)
    }

    public var json: JSONValue {
        [
            "address": .string("\(address)"), "apiToken": .string(apiToken),
            "tags": .array(tags.map { .string($0) }), "authority": .string(authority),
            "pushes": pushes.map { .string("\($0)") } ?? .null,
        ]
    }
}
