/// The changes that an update brought.
struct PassChange: Sendable, Hashable {
    /// A changed field.
    struct Field: Sendable, Hashable {
        let key: String
        let label: String
        let old: String?
        let new: String?
        /// The message for the person, when the field has one.
        let message: String?
    }

    let id: String
    let serialNumber: String
    let organization: String
    let fields: [Field]
    let isVoided: Bool

    init(id: String, serialNumber: String, organization: String, fields: [Field], isVoided: Bool) {
        self.id = id
        self.serialNumber = serialNumber
        self.organization = organization
        self.fields = fields
        self.isVoided = isVoided
    }

    /// Compares two versions of a pass in one language.
    init(_ old: PassFace, _ new: PassFace, id: String) {
        self.id = id
        serialNumber = new.serialNumber
        organization = new.organization
        isVoided = new.isVoided && !old.isVoided
        func list(_ face: PassFace) -> [PassFace.Field] { PassFace.parts.flatMap { face.fields[$0] ?? [] } }
        let before = Dictionary(list(old).map { ($0.key, $0) }) { first, _ in first }
        let after = Dictionary(list(new).map { ($0.key, $0) }) { first, _ in first }
        fields =
            list(new).filter { before[$0.key]?.value != $0.value }.map { field in
                Field(
                    key: field.key, label: field.label, old: before[field.key]?.value, new: field.value,
                    message: field.changeMessage?.replacing("%@", with: field.value))
            }
            + list(old).filter { after[$0.key] == nil }.map {
                Field(key: $0.key, label: $0.label, old: $0.value, new: nil, message: nil)
            }
    }
}
