/// Which members and elements of a value some schema has looked at, for `unevaluatedProperties` and `unevaluatedItems`
/// (draft 2020-12 core, section 11). Kept only where one of those may ask.
struct Evaluated {
    var hasAllMembers = false
    var members: Set<String> = []
    /// All elements before this one.
    var prefix = 0
    var elements: Set<Int> = []

    mutating func merge(_ other: Evaluated) {
        hasAllMembers = hasAllMembers || other.hasAllMembers
        members.formUnion(other.members)
        addPrefix(other.prefix)
        elements.formUnion(other.elements)
    }

    mutating func addPrefix(_ count: Int) { prefix = max(prefix, count) }

    func has(_ name: String) -> Bool { hasAllMembers || members.contains(name) }
    func has(_ index: Int) -> Bool { index < prefix || elements.contains(index) }
}
