/// The kind of name by which a pass's tag is asked for.
package enum TagAttribute: String, Codable, Sendable, CaseIterable {
    case reference = "reference_id"
    case number = "pronto_tag_id"
    case subscription = "subscription_id"
}
