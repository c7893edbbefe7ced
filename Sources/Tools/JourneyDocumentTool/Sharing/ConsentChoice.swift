import JourneyBase
import JourneyCLI

/// What is allowed without asking: `--consent all`, `none`, or some items.
enum ConsentChoice: Hashable, Sendable {
    case all
    case none
    /// By name, or with namespace and name.
    case items(Set<String>)

    /// What the command line says; `nil` when the person is to be asked.
    init?(_ words: [String]) throws(CommandError) {
        guard !words.isEmpty else { return nil }
        switch words {
        case ["all"]: self = .all
        case ["none"]: self = .none
        default:
            guard !words.contains("all"), !words.contains("none") else {
                throw CommandError.usage("--consent is all, none, or the items that are shown.")
            }
            self = .items(Set(words))
        }
    }

    /// The answer to a screen that asks for consent; `nil` for every other screen.
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

    /// An item's id ends with its namespace and its name.
    private func allows(_ id: String) -> Bool {
        switch self {
        case .all: true
        case .none: false
        case .items(let words): words.contains { id.hasSuffix("/" + $0) }
        }
    }
}
