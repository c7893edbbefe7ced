internal import JourneyBase

/// A part of a screen's page: one element, with an id that is unique in the page.
struct ScreenPart: Hashable, Sendable {
    /// The region of the page that holds a part.
    enum Region: String, Hashable, Sendable, CaseIterable {
        case header, content, footer
    }

    var id: String
    var html: String
    var region = Region.content

    /// Returns the changes from `old` to `new` parts of a form with the classes of `layout`, for the script of
    /// `ScreenAnswer.update`; `nil` when there are none. A new part stands after another one of its region, or first in it.
    static func change(from old: [ScreenPart], to new: [ScreenPart], layout: String = "") -> JSONValue? {
        let before = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let regions = Dictionary(new.map { ($0.id, $0.region) }, uniquingKeysWith: { first, _ in first })
        // A part that moves to another region leaves its place first.
        let gone = old.filter { regions[$0.id] != $0.region }.map(\.id)
        var parts: [JSONValue] = []
        var last: [Region: String] = [:]
        for part in new {
            if before[part.id] != part {
                parts.append([
                    "id": .string(part.id), "html": .string(part.html), "region": .string(part.region.rawValue),
                    "after": .string(last[part.region] ?? ""),
                ])
            }
            last[part.region] = part.id
        }
        guard !gone.isEmpty || !parts.isEmpty else { return nil }
        return ["gone": .array(gone.map { .string($0) }), "parts": .array(parts), "layout": .string(layout)]
    }
}
