import MobileDocument

/// What the person allowed of one document.
struct ApprovedDocument: Hashable, Sendable {
    /// Which of the request's documents it answers.
    let place: Int
    let credential: Credential.ID
    /// As the reader asked for them; for a question of age, the answer that the person saw.
    let elements: [ElementName: ConsentRequest.AgeAnswer?]

    /// Whether `name` was allowed, and `copy` says of an age what the person saw: another copy may have come meanwhile.
    func allows(_ name: ElementName, from copy: IssuerSigned) -> Bool {
        guard let seen = elements[name] else { return false }
        return ConsentRequest.AgeAnswer(name, in: copy) == seen
    }
}
