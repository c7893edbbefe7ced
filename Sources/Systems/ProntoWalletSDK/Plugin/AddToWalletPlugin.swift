public import JourneyBase
public import WalletPass

/// A plugin with which a signed journey adds a pass to the person's wallet: `addToWallet`.
///
/// The page names a tag; the app's credentials determine the available tags. The page learns the outcome, but nothing about the
/// pass.
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

    /// Handles `{tagId, idAttribute?}` and returns `{outcome: "completed"}`.
    ///
    /// - Parameters:
    ///   - method: `addToWallet`.
    ///   - params: An object with `tagId` and, optionally, `idAttribute`.
    /// - Returns: An object with `outcome`.
    /// - Throws: `BRIDGE_FORBIDDEN` for another method; `VALIDATION_FAIL` for invalid parameters, or a request that the pass
    ///   service rejects; `USER_CANCELLED` when the person closed the sheet; `NOT_INITIALIZED`, `WALLET_UNAVAILABLE`,
    ///   `NET_UNREACHABLE` or `SERVER_ERROR`; another code of the network or the wallet.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.")
        }
        guard let tag = params["tagId"]?.string, (1...255).contains(tag.utf8.count),
            let attribute = TagIdAttribute(
                rawValue: params["idAttribute"]?.string ?? TagIdAttribute.referenceId.rawValue)
        else {
            throw JourneyError(
                .validationFail, "addToWallet requires a tagId of 1 to 255 bytes and, if present, a known idAttribute.")
        }
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
        var pageError = JourneyError(error.code, "The pass service could not be reached.")
        pageError.requestFate = error.requestFate
        return pageError
    }

    /// Returns the error for the page: a code, without texts from the service or the wallet.
    static func error(_ error: ProvisioningError) -> JourneyError {
        switch error {
        case .notConfigured: JourneyError(.notInitialized, "ProntoWallet is not configured.")
        case .walletNotAvailable: JourneyError(.walletUnavailable, "This device has no wallet that accepts passes.")
        case .networkError(let error as JourneyError): notReached(error)
        case .networkError: JourneyError(.netUnreachable, "The pass service could not be reached.")
        case .serverError(let status, _) where (400...499).contains(status):
            JourneyError(.validationFail, "The pass service has no such pass for this app.")
        case .serverError, .invalidResponse: JourneyError(.serverError, "The pass service failed.")
        case .passKitError(let error as JourneyError): error
        case .passKitError: JourneyError(.walletUnavailable, "The wallet refused the pass.")
        }
    }
}

extension ErrorCode {
    /// The device has no wallet, or the wallet doesn't accept the pass.
    ///
    /// Next step: Offer another way, such as a QR code; check the pass with `journey pass verify`.
    public static let walletUnavailable = ErrorCode(rawValue: "WALLET_UNAVAILABLE")
}
