/// What is known of the members of an event's payload, or of a successful answer.
struct PayloadTypes: Sendable {
    /// Those whose types are known.
    var types: [String: ValueType] = [:]
    /// Those that it may have.
    var names: Set<String> = []
    /// Whether it may have others.
    var isOpen = true
    /// What texts among them spell.
    var forms: [String: TextForm] = [:]

    static let unknown = PayloadTypes()
    static let empty = PayloadTypes(isOpen: false)

    /// Whether a payload may have the member `name` with a value of `type`.
    func mayBring(_ name: String, _ type: ValueType) -> Bool {
        guard isOpen || names.contains(name) else { return false }
        return types[name].map { $0.mayBe(type) } ?? true
    }
}

extension PayloadTypes {
    /// The payload of an event that comes from several sources: what all that may bring a member agree on.
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
    /// Whether a value of this type may be one of `other`: a number may be whole, and a whole one is a number.
    func mayBe(_ other: ValueType) -> Bool {
        self == other || [self, other].allSatisfy { $0 == .integer || $0 == .number }
    }
}
