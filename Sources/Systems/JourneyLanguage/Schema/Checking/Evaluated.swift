/// The members and elements of a value that some schema has evaluated, for `unevaluatedProperties` and `unevaluatedItems` (draft
/// 2020-12 core, section 11). Recorded only if one of those keywords applies.
struct Evaluated {
    var hasAllMembers = false
    var members: Set<String> = []
    /// The number of leading elements that were evaluated.
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
