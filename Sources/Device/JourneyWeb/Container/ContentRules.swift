internal import JourneyBase

/// The rule list that keeps subresources on a journey's origins, in the content blocker format of WebKit.
///
/// Navigations are decided one by one; images, scripts, styles, fetches and sockets never come by there.
enum ContentRules {
    /// Blocks everything, then lets through what is on an allowed origin, and images and fonts that stand in the page.
    static func json(for policy: SourcePolicy) -> String {
        let block: JSONValue = ["trigger": ["url-filter": ".*"], "action": ["type": "block"]]
        let inline: JSONValue = [
            "trigger": [
                "url-filter": "^data:", "url-filter-is-case-sensitive": true, "resource-type": ["image", "font"],
            ],
            "action": ["type": "ignore-previous-rules"],
        ]
        let allowed = policy.allowed.map(\.description).sorted().map { origin -> JSONValue in
            // The engine matches its own canonical spelling, in which the slash ends the authority.
            let pattern = "^" + origin.replacing(".", with: "\\.") + "/"
            return [
                "trigger": ["url-filter": .string(pattern), "url-filter-is-case-sensitive": true],
                "action": ["type": "ignore-previous-rules"],
            ]
        }
        return JSONValue.array([block, inline] + allowed).compactText
    }
}
