/// The position of a flow.
public enum Route: Hashable, Sendable {
    /// Covers everything until the first screen is shown. It is never on the stack.
    case splash
    /// The welcome screen, with the terms.
    case intro
    case changePin
    /// The user's identity.
    case forgotPin
    /// The order, and its PIN.
    case confirmPin
    case pinSetup(VerifyOTPType)
    case verifyOTP(VerifyOTPType)
}

/// The purpose of a one-time code.
public enum VerifyOTPType: Hashable, Sendable, CaseIterable {
    case setPin
    /// Named by the published SDK only: changing a PIN asks for the old PIN and for no code.
    case changePin
    case forgotPin
    case cpqrcPayment
}

/// Selects the first screen after the splash.
enum SDKStartRouteDecider {
    static func startRoute(for type: MethodTypes) -> Route {
        switch type {
        case .SET_PIN: .intro
        case .CHANGE_PIN: .changePin
        case .FORGOT_PIN: .forgotPin
        case .TRANSFER, .PAYMENT, .DISTRIBUTOR_PAYMENT, .APPLY_PREPAID_CARD: .confirmPin
        // The payment is validated, and pictures are taken, before the first screen.
        case .CPQRC: .verifyOTP(.cpqrcPayment)
        }
    }

    static func startRoute(for args: NavigationArgs) -> Route { startRoute(for: args.type) }
}
