/// The known members of an event's payload, or of a successful response.
struct PayloadTypes: Sendable {
    /// The known types, by member.
    var types: [String: ValueType] = [:]
    /// The members that may be present.
    var names: Set<String> = []
    /// `true` if other members may be present too.
    var isOpen = true
    /// The known forms of string members.
    var forms: [String: TextForm] = [:]

    static let unknown = PayloadTypes()
    static let empty = PayloadTypes(isOpen: false)

    /// Returns `true` if a payload may have the member `name` with a value of `type`.
    func mayBring(_ name: String, _ type: ValueType) -> Bool {
        guard isOpen || names.contains(name) else { return false }
        return types[name].map { $0.mayBe(type) } ?? true
    }
}

extension PayloadTypes {
    /// Merges the payloads of several sources: types and forms are kept if all sources that may have a member agree.
    init(merging sources: [PayloadTypes]) {
        self.init()
        names = sources.reduce(into: []) { $0.formUnion($1.names) }
        isOpen = sources.contains(where: \.isOpen)
        for name in names {
            let bringing = sources.filter { $0.isOpen || $0.names.contains(name) }
            let types = Set(bringing.map { $0.types[name] })
            if types.count == 1, let type = types.first { self.types[name] = type }
            let forms = Set(bringing.map { $0.forms[name] })
            if forms.count == 1, let form = forms.first { self.forms[name] = form }
        }
    }
}

extension ValueType {
    /// Returns `true` if a value of this type may have the type `other`: a number may be an integer, and an integer is a number.
    func mayBe(_ other: ValueType) -> Bool {
        self == other || [self, other].allSatisfy { $0 == .integer || $0 == .number }
    }
}
