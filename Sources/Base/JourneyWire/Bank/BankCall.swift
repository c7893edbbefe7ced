package import JourneyBase

/// The operations of the sandbox bank's API, named by their `operationId`.
package enum BankCall: String, CaseIterable, Sendable {
    case getAccount, checkPayee, createQuote, getQuote, approveQuote, createTransfer, getTransfer
    /// Called by the gateway on behalf of a customer.
    case settle
    case getProducts, createApplication, getApplication, putDetails, putDocument, putConsents, putSourceOfFunds
    case submitApplication

    package var method: HTTPMethod { contract.method }
    /// The path at the bank's origin. A segment such as `{quoteId}` is a parameter.
    package var path: String { contract.path }

    /// The path of `getAccount` in the sample journey of `HSBCPartnerTesting`.
    package static let sampleAccount = "/api/account"

    private var contract: (method: HTTPMethod, path: String) {
        switch self {
        case .getAccount: (.get, "/api/accounts/current")
        case .checkPayee: (.post, "/api/payees/check")
        case .createQuote: (.post, "/api/quotes")
        case .getQuote: (.get, "/api/quotes/{quoteId}")
        case .approveQuote: (.put, "/api/quotes/{quoteId}/approval")
        case .createTransfer: (.post, "/api/transfers")
        case .getTransfer: (.get, "/api/transfers/{reference}")
        case .settle: (.post, "/api/settlements")
        case .getProducts: (.get, "/api/products")
        case .createApplication: (.post, "/api/applications")
        case .getApplication: (.get, "/api/applications/{applicationId}")
        case .putDetails: (.put, "/api/applications/{applicationId}/details")
        case .putDocument: (.put, "/api/applications/{applicationId}/document")
        case .putConsents: (.put, "/api/applications/{applicationId}/consents")
        case .putSourceOfFunds: (.put, "/api/applications/{applicationId}/source-of-funds")
        case .submitApplication: (.post, "/api/applications/{applicationId}/submission")
        }
    }
}
