import JourneyWire

/// The permission of a token, under the seed's names. `ScopeTable` maps it to the service's spelling.
public struct Scope: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// Setting, changing and resetting a PIN.
    public static let pinSet = Scope(rawValue: "PinSet")
    /// Payments, also by QR code.
    public static let transaction = Scope(rawValue: WalletScope.transaction.rawValue)
    /// Transfers to a bank account.
    public static let linkBank = Scope(rawValue: WalletScope.linkBank.rawValue)
    /// Prepaid cards.
    public static let cardIssue = Scope(rawValue: WalletScope.cardIssue.rawValue)

    // Names of the published code.
    public static let pinManagement = pinSet
    public static let payment = transaction
}

/// The spelling of scopes in the `scope` header of one environment's service.
public struct ScopeTable: Hashable, Sendable {
    /// The scopes whose name on the wire differs from the seed's.
    public var names: [Scope: String]
    /// The calls that use a scope of their own.
    public var exceptions: [Endpoint: String]

    public init(names: [Scope: String] = [:], exceptions: [Endpoint: String] = [:]) {
        self.names = names
        self.exceptions = exceptions
    }

    /// The scopes of the published code. Its QR payments get their token under one name and make their calls under another.
    public static let published = ScopeTable(
        names: [.pinSet: WalletScope.pinManagement.rawValue, .transaction: WalletScope.payment.rawValue],
        exceptions: Endpoint.allCases.reduce(into: [:]) { exceptions, endpoint in
            if endpoint.call.scope == .transaction { exceptions[endpoint] = WalletScope.transaction.rawValue }
        })

    /// The scopes of the design.
    public static let designed = ScopeTable()

    /// Returns the header's value for a call, or `nil` if it has none. `scope` is the configuration's, which the token call uses.
    func header(for endpoint: Endpoint, scope: Scope?) -> String? {
        if let own = exceptions[endpoint] { return own }
        guard let scope = endpoint.scope ?? scope, !scope.rawValue.isEmpty else { return nil }
        return names[scope] ?? scope.rawValue
    }
}
