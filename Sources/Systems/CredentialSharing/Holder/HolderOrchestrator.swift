public import JourneyBase
public import MobileDocument
import Synchronization

/// Presents the person's documents, one transaction at a time, for as long as the app or a part of it lives.
///
/// It owns the services; what belongs to one transaction belongs to its `HolderSession`, which is made anew for each and let go
/// at its end. The screens go through a `Presenter`; an app that draws by itself may make the same calls.
public final class HolderOrchestrator: Sendable {
    private struct Run {
        let mailbox: HolderMailbox
        /// `nil` when the transaction is over and its result still stands.
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

    /// An orchestrator over these services. `gate` asks for the transport's radio unless a host needs more.
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

    /// The transaction under way; `nil` when there is none.
    public var currentSession: HolderSession? { state.withLock(\.run?.session) }

    /// Presents the documents of these ids, in the order of the person's choice, to the reader that scans the code.
    ///
    /// Ends once, with the radio free and the keys wiped, when the person has closed the result or it has stood for long
    /// enough. While another transaction is under way it fails at once, and the other is not disturbed; a result that still
    /// stands makes way. A task that is cancelled leaves as a person does.
    public func startPresentation(_ cards: [Credential.ID]) async -> PresentationEnd {
        dependencies.log.record(.debug, "UI->>OR: startPresentation", [.count: "\(cards.count)"])
        while true {
            switch claim(cards) {
            case .begun(let task, let mailbox):
                return await withTaskCancellationHandler {
                    await task.value
                } onCancel: {
                    mailbox.post(.abandoned)
                    // Nobody looks at how it ended.
                    mailbox.post(.closed)
                }
            case .busy: return .failed(SessionError(.busy))
            case .makesWay(let task): _ = await task?.value
            }
        }
    }

    /// Asks the person for what is missing, and looks again.
    public func resolve(_ permission: Permission) {
        dependencies.log.record(.debug, "UI->>OR: resolve", [.step: permission.rawValue])
        post(.resolve(permission))
    }

    /// Opens the settings in which the person can allow that, and looks again.
    func openSettings(for permission: Permission) {
        dependencies.log.record(.debug, "UI->>OR: openSettings", [.step: permission.rawValue])
        post(.settings(permission))
    }

    /// Shares these items and no others; what was not asked for is not there.
    public func userDidConsent(items: Set<ConsentRequest.ItemID>) {
        dependencies.log.record(.debug, "UI->>OR: userDidConsent", [.count: "\(items.count)"])
        post(.consent(items))
    }

    /// Leaves the transaction, at any time; a reader that waits for an answer gets an empty one.
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
            // Nobody's cancellation reaches in there, so that the end is always an orderly one.
            let task = Task { await self.run(cards, mailbox) }
            state.run = Run(mailbox: mailbox, session: session, task: task)
            return .begun(task, mailbox)
        }
    }

    private func run(_ cards: [Credential.ID], _ mailbox: HolderMailbox) async -> PresentationEnd {
        let view = HolderView(presenter, log: dependencies.log)
        let (end, isShown) = await present(cards, mailbox, view)
        dependencies.log.record(.debug, "OR->>OR: currentSession = nil")
        // With the last that holds it, all that it owns goes.
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

    /// Until the result is closed, or has stood for long enough.
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
            // Who left the transaction has not seen how it ended.
            case .leave where isOver: return
            default: continue
            }
        }
    }
}
