/// The parts of a graph that scripts have reached.
struct GraphReach: Sendable {
    /// The transitions from one step to another.
    struct Line: Hashable, Sendable {
        let from: String
        let to: String
    }

    /// The share of a line's transitions that was taken.
    enum Share: CaseIterable, Sendable {
        case all, some, none

        /// The colour of the line.
        var colour: String {
            switch self {
            case .all: "#1f7a45"
            case .some: "#9a6200"
            case .none: "#c0392b"
            }
        }

        /// The meaning of the colour.
        var words: String {
            switch self {
            case .all: "taken"
            case .some: "taken in part"
            case .none: "not taken"
            }
        }
    }

    let steps: Set<String>
    let lines: [Line: Share]
    /// A summary, shown below the picture.
    let caption: String

    /// Returns the colour of the line between two steps; `nil` if there is none.
    func colour(from: String, to: String) -> String? { lines[Line(from: from, to: to)]?.colour }
}
