internal import JourneyBase

/// The rule list that keeps subresources on a journey's origins, in WebKit's content blocker format.
///
/// Navigations are decided one by one; images, scripts, styles, fetches and sockets don't pass through that decision.
enum ContentRules {
    /// Returns rules that block everything except allowed origins, and inline images and fonts.
    static func json(for policy: SourcePolicy) -> String {
        let block: JSONValue = ["trigger": ["url-filter": ".*"], "action": ["type": "block"]]
        let inline: JSONValue = [
            "trigger": [
                "url-filter": "^data:", "url-filter-is-case-sensitive": true, "resource-type": ["image", "font"],
            ],
            "action": ["type": "ignore-previous-rules"],
        ]
        let allowed = policy.allowed.map(\.description).sorted().map { origin -> JSONValue in
            // The engine matches its own canonical form, in which a slash ends the authority.
            let pattern = "^" + origin.replacing(".", with: "\\.") + "/"
            return [
                "trigger": ["url-filter": .string(pattern), "url-filter-is-case-sensitive": true],
                "action": ["type": "ignore-previous-rules"],
            ]
        }
        return JSONValue.array([block, inline] + allowed).compactText
    }
}
