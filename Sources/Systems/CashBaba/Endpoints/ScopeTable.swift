import JourneyWire

/// What a token is good for, under the seed's names. `ScopeTable` says how a service spells them.
public struct Scope: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// Setting, changing and forgetting a PIN.
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

/// How one environment's service spells scopes in the header `scope`.
public struct ScopeTable: Hashable, Sendable {
    /// Scopes that go over the wire under another name than the seed's.
    public var names: [Scope: String]
    /// Calls that go out under a scope of their own.
    public var exceptions: [Endpoint: String]

    public init(names: [Scope: String] = [:], exceptions: [Endpoint: String] = [:]) {
        self.names = names
        self.exceptions = exceptions
    }

    /// As the published code sends them: payments by QR code have their token under one name and their calls under another.
    public static let published = ScopeTable(
        names: [.pinSet: WalletScope.pinManagement.rawValue, .transaction: WalletScope.payment.rawValue],
        exceptions: Endpoint.allCases.reduce(into: [:]) { exceptions, endpoint in
            if endpoint.call.scope == .transaction { exceptions[endpoint] = WalletScope.transaction.rawValue }
        })

    /// As the design has them.
    public static let designed = ScopeTable()

    /// The header's value for a call; `nil` for none. `scope` is that of the configuration, which the token call goes by.
    func header(for endpoint: Endpoint, scope: Scope?) -> String? {
        if let own = exceptions[endpoint] { return own }
        guard let scope = endpoint.scope ?? scope, !scope.rawValue.isEmpty else { return nil }
        return names[scope] ?? scope.rawValue
    }
}
