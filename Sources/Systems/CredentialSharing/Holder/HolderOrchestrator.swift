public import JourneyBase
public import MobileDocument
import Synchronization

/// The orchestrator of the holder, which presents the user's documents, one transaction at a time, for the lifetime of the app or
/// a part of it.
///
/// The orchestrator owns the services. The state of a transaction belongs to its `HolderSession`, which is created for
/// each transaction and released at its end. Screens go through a `Presenter`; an app that draws its own may make the
/// same calls.
public final class HolderOrchestrator: Sendable {
    private struct Run {
        let mailbox: HolderMailbox
        /// `nil` once the transaction is over while its result is still shown.
        var session: HolderSession?
        var task: Task<PresentationEnd, Never>?
    }

    private struct State {
        var run: Run?
    }

    private let state = Mutex(State())
    private let presenter: any Presenter
    private let transport: BluetoothTransport
    private let crypto: CryptoService
    private let gate: PrerequisiteGate
    private let trust: ReaderTrust
    private let settings: HolderSettings
    private let dependencies: Dependencies

    /// Creates an orchestrator.
    ///
    /// - Parameters:
    ///   - source: The source of the documents.
    ///   - transport: The transport to readers.
    ///   - presenter: The presenter of the screens.
    ///   - trust: The authorities that certify readers.
    ///   - settings: The settings of all transactions.
    ///   - gate: The prerequisites of a transaction; `nil` for the transport's radio alone.
    ///   - dependencies: The clock, randomness and log.
    public convenience init(
        source: any CredentialSource, transport: BluetoothTransport, presenter: any Presenter, trust: ReaderTrust,
        settings: HolderSettings = HolderSettings(), gate: PrerequisiteGate? = nil, dependencies: Dependencies = .system
    ) {
        self.init(
            crypto: CryptoService(source: source, settings: settings, dependencies: dependencies),
            transport: transport, presenter: presenter, trust: trust, gate: gate)
    }

    init(
        crypto: CryptoService, transport: BluetoothTransport, presenter: any Presenter, trust: ReaderTrust,
        gate: PrerequisiteGate?
    ) {
        self.crypto = crypto
        self.transport = transport
        self.presenter = presenter
        self.trust = trust
        self.gate = gate ?? PrerequisiteGate(transport.radio)
        settings = crypto.settings
        dependencies = crypto.dependencies
    }

    /// The session of the transaction under way; `nil` without one.
    public var currentSession: HolderSession? { state.withLock(\.run?.session) }

    /// Presents documents to the reader that scans the code.
    ///
    /// Returns once, with the radio released and the keys wiped, when the user has closed the result or its time is
    /// over. Cancelling the task cancels the transaction as a user does.
    ///
    /// - Parameter cards: The identifiers of the documents, in the user's order.
    /// - Returns: The end of the transaction; `SHARING_BUSY` at once while another one is under way, which continues. A
    ///   result that is still shown is closed.
    public func startPresentation(_ cards: [Credential.ID]) async -> PresentationEnd {
        dependencies.log.record(.debug, "UI->>OR: startPresentation", [.count: "\(cards.count)"])
        while true {
            switch claim(cards) {
            case .begun(let task, let mailbox):
                return await withTaskCancellationHandler {
                    await task.value
                } onCancel: {
                    mailbox.post(.abandoned)
                    // The caller does not look at the result.
                    mailbox.post(.closed)
                }
            case .busy: return .failed(SessionError(.busy))
            case .makesWay(let task): _ = await task?.value
            }
        }
    }

    /// Asks the user to grant a missing permission, and checks the prerequisites again.
    public func resolve(_ permission: Permission) {
        dependencies.log.record(.debug, "UI->>OR: resolve", [.step: permission.rawValue])
        post(.resolve(permission))
    }

    /// Opens the settings in which the user can grant `permission`, and checks the prerequisites again.
    func openSettings(for permission: Permission) {
        dependencies.log.record(.debug, "UI->>OR: openSettings", [.step: permission.rawValue])
        post(.settings(permission))
    }

    /// Shares exactly these elements. Elements that were not requested are ignored.
    ///
    /// - Parameter items: The elements that the user approved.
    public func userDidConsent(items: Set<ConsentRequest.ItemID>) {
        dependencies.log.record(.debug, "UI->>OR: userDidConsent", [.count: "\(items.count)"])
        post(.consent(items))
    }

    /// Cancels the transaction in any state. A waiting reader receives an empty response.
    public func cancelPresentation() {
        dependencies.log.record(.debug, "UI->>OR: cancelPresentation")
        post(.leave)
    }

    private func post(_ event: HolderEvent) { state.withLock(\.run?.mailbox)?.post(event) }

    private enum Claim {
        case begun(Task<PresentationEnd, Never>, HolderMailbox)
        case busy
        case makesWay(Task<PresentationEnd, Never>?)
    }

    private func claim(_ cards: [Credential.ID]) -> Claim {
        state.withLock { state in
            if let run = state.run {
                guard run.session == nil else { return .busy }
                run.mailbox.post(.leave)
                return .makesWay(run.task)
            }
            let mailbox = HolderMailbox()
            dependencies.log.record(.debug, "OR->>OR: create HolderSession")
            let session = HolderSession(log: dependencies.log)
            // The task is unstructured: cancellation does not reach into it, so that it always ends in order.
            let task = Task { await self.run(cards, mailbox) }
            state.run = Run(mailbox: mailbox, session: session, task: task)
            return .begun(task, mailbox)
        }
    }

    private func run(_ cards: [Credential.ID], _ mailbox: HolderMailbox) async -> PresentationEnd {
        let view = HolderView(presenter, log: dependencies.log)
        let (end, isShown) = await present(cards, mailbox, view)
        dependencies.log.record(.debug, "OR->>OR: currentSession = nil")
        // Releasing the session releases everything that it owns.
        state.withLock { $0.run?.session = nil }
        if isShown { await showResult(mailbox) }
        await view.dismiss()
        state.withLock { $0.run = nil }
        return end
    }

    private func present(
        _ cards: [Credential.ID], _ mailbox: HolderMailbox, _ view: HolderView
    ) async -> (PresentationEnd, isShown: Bool) {
        guard let session = currentSession else { return (.cancelled(.person), false) }
        let parts = HolderDependencies(
            gate: gate, crypto: crypto, transport: transport, view: view, trust: trust, settings: settings,
            dependencies: dependencies, calls: self)
        var transaction = HolderTransaction(session, parts, mailbox)
        let end = await transaction.run(cards)
        return (end, transaction.screen(of: end, []) != nil)
    }

    /// Waits until the result is closed or its time is over.
    private func showResult(_ mailbox: HolderMailbox) async {
        let (clock, duration) = (dependencies.clock, settings.result)
        let timer = Task {
            guard (try? await clock.sleep(for: duration)) != nil else { return }
            mailbox.post(.closed)
        }
        defer { timer.cancel() }
        var isOver = false
        for await event in mailbox.events {
            switch event {
            case .closed, .abandoned: return
            case .over: isOver = true
            // A user who leaves the transaction has not seen its result yet.
            case .leave where isOver: return
            default: continue
            }
        }
    }
}
