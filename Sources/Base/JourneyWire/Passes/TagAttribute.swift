/// The kind of identifier that a request uses for a pass's tag.
package enum TagAttribute: String, Codable, Sendable, CaseIterable {
    case reference = "reference_id"
    case number = "pronto_tag_id"
    case subscription = "subscription_id"
}
