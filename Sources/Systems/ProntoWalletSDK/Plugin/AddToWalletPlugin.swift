public import JourneyBase
public import WalletPass

/// Lets a signed journey add a pass to the person's wallet as one of its steps: `addToWallet`.
///
/// The page names a tag; whose tags there are, the app's credentials say. It learns how it ended and nothing of the pass.
public struct AddToWalletPlugin: JourneyPlugin {
    public let name = "wallet_pass"
    public let methods: Set<String> = ["addToWallet"]
    public let permissions: Set<PluginPermission> = [.wallet]

    private let pronto: ProntoWallet
    private let wallet: any WalletPresenter

    public init(_ pronto: ProntoWallet = .shared, on wallet: any WalletPresenter) {
        self.pronto = pronto
        self.wallet = wallet
    }

    /// Takes `{tagId, idAttribute?}`; answers `{outcome: "completed"}`.
    ///
    /// Throws `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for what names no tag, `USER_CANCELLED` when the person
    /// closed the sheet, `NOT_INITIALIZED`, `WALLET_UNAVAILABLE`, `NET_UNREACHABLE`, or `SERVER_ERROR`.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.")
        }
        guard let tag = params["tagId"]?.string, (1...255).contains(tag.utf8.count),
            let attribute = TagIdAttribute(
                rawValue: params["idAttribute"]?.string ?? TagIdAttribute.referenceId.rawValue)
        else { throw JourneyError(.validationFail, "addToWallet takes a tagId, and an idAttribute that is known.") }
        let outcome: ProvisioningOutcome
        do throws(ProvisioningError) {
            outcome = try await pronto.provisionPass(tagId: tag, idAttribute: attribute, on: wallet)
        } catch { throw AddToWalletPlugin.error(error) }
        guard outcome == .completed else {
            throw JourneyError(.userCancelled, "The person closed the wallet's sheet.")
        }
        return ["outcome": "completed"]
    }

    private static func notReached(_ error: JourneyError) -> JourneyError {
        var told = JourneyError(error.code, "The passes' service was not reached.")
        told.requestFate = error.requestFate
        return told
    }

    /// What a page may know of a failure: a code, and nothing that the service or the wallet said.
    static func error(_ error: ProvisioningError) -> JourneyError {
        switch error {
        case .notConfigured: JourneyError(.notInitialized, "ProntoWallet is not configured.")
        case .walletNotAvailable: JourneyError(.walletUnavailable, "There is no wallet that takes passes.")
        case .networkError(let error as JourneyError): notReached(error)
        case .networkError: JourneyError(.netUnreachable, "The passes' service was not reached.")
        case .serverError(let status, _) where (400...499).contains(status):
            JourneyError(.validationFail, "The passes' service has no such pass for this app.")
        case .serverError, .invalidResponse: JourneyError(.serverError, "The passes' service failed.")
        case .passKitError(let error as JourneyError): error
        case .passKitError: JourneyError(.walletUnavailable, "The wallet did not take the pass.")
        }
    }
}

extension ErrorCode {
    /// There is no wallet, or it does not take the pass.
    public static let walletUnavailable = ErrorCode(rawValue: "WALLET_UNAVAILABLE")
}
