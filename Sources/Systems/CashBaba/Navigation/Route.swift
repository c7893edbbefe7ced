/// Where a flow is.
public enum Route: Hashable, Sendable {
    /// Lies over everything until the first screen stands; never goes onto the stack.
    case splash
    /// Welcome, with the terms.
    case intro
    case changePin
    /// Who the person is.
    case forgotPin
    /// What is bought, and its PIN.
    case confirmPin
    case pinSetup(VerifyOTPType)
    case verifyOTP(VerifyOTPType)
}

/// What a one-time code is for.
public enum VerifyOTPType: Hashable, Sendable, CaseIterable {
    case setPin
    /// The published SDK names it; changing a PIN asks for the old one and for no code.
    case changePin
    case forgotPin
    case cpqrcPayment
}

/// Where a presentation begins once the splash goes.
enum SDKStartRouteDecider {
    static func startRoute(for type: MethodTypes) -> Route {
        switch type {
        case .SET_PIN: .intro
        case .CHANGE_PIN: .changePin
        case .FORGOT_PIN: .forgotPin
        case .TRANSFER, .PAYMENT, .DISTRIBUTOR_PAYMENT, .APPLY_PREPAID_CARD: .confirmPin
        // Validated first, and its pictures taken, below the splash.
        case .CPQRC: .verifyOTP(.cpqrcPayment)
        }
    }

    static func startRoute(for args: NavigationArgs) -> Route { startRoute(for: args.type) }
}
