public import JourneyBase
public import JourneyDevice
import Synchronization
public import WalletPass

/// Adds passes that are bound to the person's account to their wallet.
public final class ProntoWallet: Sendable {
    public static let shared = ProntoWallet()

    private let configuration = Mutex<ProntoConfiguration?>(nil)
    private let isBusy = Mutex(false)
    private let dependencies: Dependencies
    private let makeTransport: @Sendable () -> any HTTPTransport

    /// One of its own, beside the shared one: with another network or clock, or with pins in `trust`.
    public init(
        trust: TLSTrust = TLSTrust(), dependencies: Dependencies = .system,
        makeTransport: (@Sendable () -> any HTTPTransport)? = nil
    ) {
        self.dependencies = dependencies
        self.makeTransport = makeTransport ?? { ProntoWallet.transport(trust) }
    }

    /// Sets the SDK up; what is under way goes on as it was.
    public func configure(with configuration: ProntoConfiguration) {
        self.configuration.withLock { $0 = configuration }
    }

    /// Lets the person add the pass of a tag, on `wallet`, and says how it ended. Throws `ProvisioningError`, and
    /// `passKitError` with `ALREADY_RUNNING` while another pass is being added.
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

    /// The same, told to a delegate, which is not kept alive: one that is gone is told nothing. Cancelling the task that comes
    /// back is what closing the sheet is.
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
