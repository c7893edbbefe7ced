import MobileDocument

/// The elements of one document that the user approved.
struct ApprovedDocument: Hashable, Sendable {
    /// The index of the document request that this answers.
    let place: Int
    let credential: Credential.ID
    /// The approved elements, as the reader requested them; for a question of age, with the answer that the user saw.
    let elements: [ElementName: ConsentRequest.AgeAnswer?]

    /// Returns `true` if `name` was approved and `copy` states the age that the user saw: the copy may have been
    /// replaced meanwhile.
    func allows(_ name: ElementName, from copy: IssuerSigned) -> Bool {
        guard let seen = elements[name] else { return false }
        return ConsentRequest.AgeAnswer(name, in: copy) == seen
    }
}
