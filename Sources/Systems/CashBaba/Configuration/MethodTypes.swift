/// What a host asks the SDK to do. The names are the seed's; those of the published code are aliases.
public enum MethodTypes: String, Hashable, Sendable, CaseIterable {
    // Hosts write these names: the API has them in capitals.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case SET_PIN, CHANGE_PIN, FORGOT_PIN, TRANSFER, PAYMENT, DISTRIBUTOR_PAYMENT, CPQRC, APPLY_PREPAID_CARD

    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let FORGET_PIN = MethodTypes.FORGOT_PIN
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let TRANSFER_MONEY = MethodTypes.TRANSFER

    /// The scope that the flow's token is asked for under.
    public var scope: Scope {
        switch self {
        case .SET_PIN, .CHANGE_PIN, .FORGOT_PIN: .pinSet
        case .TRANSFER: .linkBank
        case .PAYMENT, .DISTRIBUTOR_PAYMENT, .CPQRC: .transaction
        case .APPLY_PREPAID_CARD: .cardIssue
        }
    }
}
