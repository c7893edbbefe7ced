/// By which of its names a tag is meant.
public enum TagIdAttribute: String, Sendable, Hashable, CaseIterable {
    case referenceId = "reference_id"
    case prontoTagId = "pronto_tag_id"
    case subscriptionId = "subscription_id"
}
