/// The flows that a host can start. The names are the seed's; those of the published code are aliases.
public enum MethodTypes: String, Hashable, Sendable, CaseIterable {
    // The published API has these names in capitals.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case SET_PIN, CHANGE_PIN, FORGOT_PIN, TRANSFER, PAYMENT, DISTRIBUTOR_PAYMENT, CPQRC, APPLY_PREPAID_CARD

    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let FORGET_PIN = MethodTypes.FORGOT_PIN
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let TRANSFER_MONEY = MethodTypes.TRANSFER

    /// The scope of the flow's token.
    public var scope: Scope {
        switch self {
        case .SET_PIN, .CHANGE_PIN, .FORGOT_PIN: .pinSet
        case .TRANSFER: .linkBank
        case .PAYMENT, .DISTRIBUTOR_PAYMENT, .CPQRC: .transaction
        case .APPLY_PREPAID_CARD: .cardIssue
        }
    }
}
