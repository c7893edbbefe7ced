public import JourneyBase
public import JourneyDevice
import Synchronization
public import WalletPass

/// The SDK that adds passes, bound to the person's account, to their wallet.
public final class ProntoWallet: Sendable {
    public static let shared = ProntoWallet()

    private let configuration = Mutex<ProntoConfiguration?>(nil)
    private let isBusy = Mutex(false)
    private let dependencies: Dependencies
    private let makeTransport: @Sendable () -> any HTTPTransport

    /// Creates an instance besides `shared`.
    ///
    /// - Parameters:
    ///   - trust: The TLS trust, with pins if needed.
    ///   - dependencies: The clock and other system services.
    ///   - makeTransport: Creates the HTTP transport; by default the platform's.
    public init(
        trust: TLSTrust = TLSTrust(), dependencies: Dependencies = .system,
        makeTransport: (@Sendable () -> any HTTPTransport)? = nil
    ) {
        self.dependencies = dependencies
        self.makeTransport = makeTransport ?? { ProntoWallet.transport(trust) }
    }

    /// Sets the configuration for later calls; running calls keep theirs.
    public func configure(with configuration: ProntoConfiguration) {
        self.configuration.withLock { $0 = configuration }
    }

    /// Lets the person add the pass of a tag.
    ///
    /// - Parameters:
    ///   - tagId: The tag's id.
    ///   - idAttribute: The attribute that `tagId` contains.
    ///   - wallet: The wallet that presents the pass.
    /// - Returns: The outcome.
    /// - Throws: `ProvisioningError`; `passKitError` with `ALREADY_RUNNING` while another pass is being added.
    public func provisionPass(
        tagId: String, idAttribute: TagIdAttribute = .referenceId, on wallet: any WalletPresenter
    ) async throws(ProvisioningError) -> ProvisioningOutcome {
        guard let configuration = configuration.withLock({ $0 }),
            let client = APIClient(configuration, over: makeTransport(), dependencies)
        else { throw .notConfigured }
        let isFirst = isBusy.withLock { isBusy in
            defer { isBusy = true }
            return !isBusy
        }
        guard isFirst else {
            throw .passKitError(JourneyError(.alreadyRunning, "Another pass is being added."))
        }
        defer { isBusy.withLock { $0 = false } }
        return try await PassProvisioner(client: client, wallet: wallet, dependencies: dependencies)
            .provision(tagId: tagId, idAttribute: idAttribute)
    }

    /// Lets the person add the pass of a tag and reports the result to a delegate.
    ///
    /// - Parameters:
    ///   - tagId: The tag's id.
    ///   - idAttribute: The attribute that `tagId` contains.
    ///   - wallet: The wallet that presents the pass.
    ///   - delegate: Receives the result, once. It is held weakly.
    /// - Returns: The task; cancelling it closes the sheet.
    @discardableResult
    @MainActor public func provisionPass(
        tagId: String, idAttribute: TagIdAttribute = .referenceId, on wallet: any WalletPresenter,
        delegate: any ProvisioningDelegate
    ) -> Task<Void, Never> {
        Task { @MainActor [weak delegate] in
            do throws(ProvisioningError) {
                switch try await provisionPass(tagId: tagId, idAttribute: idAttribute, on: wallet) {
                case .completed: delegate?.provisioningDidComplete()
                case .cancelled: delegate?.provisioningDidCancel()
                }
            } catch { delegate?.provisioning(didFailWith: error) }
        }
    }
}
