/// A header's text with names in braces, such as `{session.correlationId}` (manifest 1.2, `headerTemplates`).
///
/// Names are `HeaderVariable`s, `{steps.STEP.OUTPUT}` for a declared output of an earlier call, and in a binding's own templates
/// `{in.NAME}` for an argument that the binding declares. No other data of a page and no token can get into a header.
package struct HeaderTemplate: Hashable, Sendable {
    /// The template as written in the manifest.
    let source: String
    let pieces: [Piece]

    enum Piece: Hashable, Sendable {
        case literal(String)
        case variable(HeaderVariable)
        /// A declared output of a step.
        case output(step: String, name: String)
        /// A declared argument of the call.
        case input(String)
    }

    /// The maximum length of a header's value, in bytes.
    static let valueLimit = 1_024
}

/// Variables that header templates may use, besides declared inputs and outputs.
package enum HeaderVariable: String, Hashable, Sendable, CaseIterable {
    case correlationID = "session.correlationId"
    /// A BCP 47 tag.
    case locale = "session.locale"
    case productCode = "session.productCode"
    case campaignID = "session.campaignId"
    case partnerID = "config.partnerId"
    case clientID = "config.clientId"
    case environment = "config.environment"
    case sdkVersion = "sdk.version"
    /// The state machine provides these itself.
    case journeyID = "journey.id"
    case sequence = "journey.sequence"
    case step = "step.id"
}
