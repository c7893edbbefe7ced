import JourneyBase
import JourneyCLI

/// The consent given on the command line: `--consent all`, `none`, or some elements.
enum ConsentChoice: Hashable, Sendable {
    case all
    case none
    /// Elements by name, or by namespace and name.
    case items(Set<String>)

    /// Parses the option; `nil` when the user is to be asked.
    init?(_ words: [String]) throws(CommandError) {
        guard !words.isEmpty else { return nil }
        switch words {
        case ["all"]: self = .all
        case ["none"]: self = .none
        default:
            guard !words.contains("all"), !words.contains("none") else {
                throw CommandError.usage("--consent takes all, none, or a list of elements.")
            }
            self = .items(Set(words))
        }
    }

    /// Returns the answer to a consent screen; `nil` for any other screen.
    func answer(to screen: Screen) -> ScreenAction? {
        for field in screen.fields {
            guard case .consent(let consent) = field.kind else { continue }
            let chosen = Set(consent.items.map(\.id).filter(allows))
            let allow = screen.actions.first { $0.role.submits }
            let deny = screen.actions.first { !$0.role.submits }
            guard let allow, !chosen.isEmpty else { return ScreenAction(action: deny?.id ?? Screen.cancelled) }
            return ScreenAction(action: allow.id, values: [field.id: .chosen(chosen)])
        }
        return nil
    }

    /// Returns `true` for an approved item; its identifier ends with namespace and name.
    private func allows(_ id: String) -> Bool {
        switch self {
        case .all: true
        case .none: false
        case .items(let words): words.contains { id.hasSuffix("/" + $0) }
        }
    }
}
