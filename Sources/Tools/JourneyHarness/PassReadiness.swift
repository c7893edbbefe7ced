package import JourneyBase

/// The pass service's part of what `journey serve --json` prints: where it is, where the token lies that opens the tags of its
/// one client, and whom to believe about its passes.
package struct PassReadiness: Sendable, Hashable {
    package var address: Origin
    package var apiTokenFile: String
    /// `reference_id` of the tags that have a pass.
    package var tags: [String]
    /// PEM: the root of the stand-in for Apple's authorities.
    package var authority: String

    /// The stand-in for APNs, where a wallet hears of changes; `nil`: there is none.
    package var pushes: Origin?

    package init(
        address: Origin, apiTokenFile: String, tags: [String], authority: String, pushes: Origin? = nil
    ) {
        self.address = address
        self.apiTokenFile = apiTokenFile
        self.tags = tags
        self.authority = authority
        self.pushes = pushes
    }

    /// The one that `value` spells, or `nil`.
    package init?(_ value: JSONValue) {
        guard let address = value["address"]?.string.flatMap({ HTTPSURL($0) }),
            let token = value["apiTokenFile"]?.string, let list = value["tags"]?.array,
            let authority = value["authority"]?.string
        else { return nil }
        let tags = list.compactMap(\.string)
        let pushes = value["pushes"]?.string.flatMap { HTTPSURL($0)?.origin }
        guard tags.count == list.count, pushes != nil || (value["pushes"] ?? .null) == .null else { return nil }
        self.init(address: address.origin, apiTokenFile: token, tags: tags, authority: authority, pushes: pushes)
    }

    package var json: JSONValue {
        [
            "address": .string("\(address)"), "apiTokenFile": .string(apiTokenFile),
            "tags": .array(tags.map { .string($0) }), "authority": .string(authority),
            "pushes": pushes.map { .string("\($0)") } ?? .null,
        ]
    }
}
