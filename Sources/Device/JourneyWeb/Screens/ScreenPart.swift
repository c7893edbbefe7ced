internal import JourneyBase

/// A part of a screen's page: one element, with an id that is unique in the page.
struct ScreenPart: Hashable, Sendable {
    var id: String
    var html: String

    /// Returns the changes from `old` to `new` parts, for the script of `ScreenAnswer.update`; `nil` when there are none.
    static func change(from old: [ScreenPart], to new: [ScreenPart]) -> JSONValue? {
        let before = Dictionary(old.map { ($0.id, $0.html) }, uniquingKeysWith: { first, _ in first })
        let kept = Set(new.map(\.id))
        let gone = old.map(\.id).filter { !kept.contains($0) }
        var parts: [JSONValue] = []
        for (index, part) in new.enumerated() where before[part.id] != part.html {
            parts.append([
                "id": .string(part.id), "html": .string(part.html),
                "after": .string(index == 0 ? "" : new[index - 1].id),
            ])
        }
        guard !gone.isEmpty || !parts.isEmpty else { return nil }
        return ["gone": .array(gone.map { .string($0) }), "parts": .array(parts)]
    }
}
