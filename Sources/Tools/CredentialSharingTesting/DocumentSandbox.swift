public import CredentialSharing
import Foundation
public import JourneyBase
import JourneyCBOR
public import JourneyScreens
public import JourneyTesting
public import MobileDocument
import Synchronization

/// An in-process environment for tests of `CredentialSharing`: an authority, a holder with a licence, a reader nearby,
/// and the radio medium between them.
///
/// Documents are issued and verified, sessions are established and encrypted, and only what the holder approves is
/// sent, all as in production.
public struct DocumentSandbox: Sendable {
    /// The holder's documents, which outlive a transaction.
    public let documents: CredentialStore
    /// The orchestrator of the holder, who presents documents.
    public let holder: HolderOrchestrator
    /// The orchestrator of the reader, who requests documents.
    public let reader: ReaderOrchestrator
    /// The scripted presenter of the holder's screens.
    public let holderScreens: ScriptedPresenter
    /// The scripted presenter of the reader's screens.
    public let readerScreens: ScriptedPresenter
    /// The holder's radio, which a test may switch off or take out of range.
    public let holderRadio: LocalRadio
    /// The reader's radio.
    public let readerRadio: LocalRadio
    /// The clock of all time limits.
    public let clock: ManualClock
    /// The time of issuing and verifying.
    public let time: SandboxTime
    /// The authorities that the reader trusts.
    public let trust: IssuerTrust
    private let office: SampleAuthority

    /// Creates a holder without documents and a reader.
    ///
    /// - Parameters:
    ///   - holder: The holder's replies, by screen identifier.
    ///   - reader: The replies of the reader's user, by screen identifier.
    ///   - language: The language of the screens.
    ///   - faults: The faults of the holder's radio.
    ///   - readerBelieves: `true` for a reader that trusts the sandbox's authority; `false` for one that trusts
    ///     another.
    ///   - time: The time at which documents are issued; use `SandboxTime(.now)` for code that uses the system's clock.
    /// - Throws: The errors of generating keys and certificates.
    public init(
        holder: [String: [ScriptedPresenter.Reply]] = DocumentSandbox.allowsAll,
        reader: [String: [ScriptedPresenter.Reply]] = DocumentSandbox.reads, language: Language = .english,
        faults: [RadioFault] = [], readerBelieves: Bool = true, time: SandboxTime = SandboxTime()
    ) throws {
        let clock = ManualClock()
        var dependencies = Dependencies.fixed(clock: clock)
        dependencies.now = time.now
        self.time = time
        self.clock = clock
        office = try SampleAuthority(now: time.now())
        trust = try readerBelieves ? office.trust() : SampleAuthority(now: time.now()).trust()
        let air = RadioMedium(clock: clock)
        holderRadio = air.radio(faults: faults)
        readerRadio = air.radio()
        holderScreens = ScriptedPresenter(holder, language: language, dependencies: dependencies)
        readerScreens = ScriptedPresenter(reader, language: language, dependencies: dependencies)
        documents = CredentialStore(store: MemorySecretStore(), dependencies: dependencies)
        self.holder = HolderOrchestrator(
            source: documents, transport: BluetoothTransport(holderRadio, dependencies: dependencies),
            presenter: holderScreens, trust: ReaderTrust(anchors: []), dependencies: dependencies)
        self.reader = ReaderOrchestrator(
            transport: BluetoothTransport(readerRadio, dependencies: dependencies),
            verifier: DocumentVerifier(trust: trust), presenter: readerScreens, dependencies: dependencies)
    }

    /// The replies of a holder who approves everything and closes the result.
    public static let allowsAll: [String: [ScriptedPresenter.Reply]] = patient(
        [
            "sharing-consent": [.press("allow", choosingAllIn: "items")], "sharing-result": [.press("close")],
        ], "sharing")
    /// The replies of a holder who approves nothing.
    public static let deniesAll: [String: [ScriptedPresenter.Reply]] = patient(
        [
            "sharing-consent": [.press("deny")], "sharing-result": [.press("close")],
        ], "sharing")
    /// The replies of a reader's user who closes the result.
    public static let reads: [String: [ScriptedPresenter.Reply]] = patient(
        [
            "reading-result": [.press("close")], "reading-failed": [.press("close")],
            "reading-cancelled": [.press("close")],
        ], "reading")

    /// Adds replies for the screens that only wait, and cancels when a prerequisite is missing.
    private static func patient(
        _ replies: [String: [ScriptedPresenter.Reply]], _ side: String
    ) -> [String: [ScriptedPresenter.Reply]] {
        let waits =
            side == "sharing"
            ? ["loading", "code", "connecting", "proof", "ready"]
            : ["start", "ready", "code", "connecting", "requesting", "waiting", "verifying"]
        let replies = replies.merging(["\(side)-preflight": [.press("cancel")]]) { given, _ in given }
        return Dictionary(waits.map { ("\(side)-\($0)", [.never]) }) { $1 }.merging(replies) { $1 }
    }

    /// Issues a licence to the holder, in single-use copies.
    ///
    /// - Parameters:
    ///   - copies: The number of copies.
    ///   - texts: Text elements that replace those of the sample, by the standard's names.
    ///   - agesOver: The ages in years with `true` for those that the holder has reached.
    /// - Returns: The licence's list entry.
    /// - Throws: The errors of issuing and storing.
    @discardableResult
    public func issueLicence(
        copies: Int = 1, texts: [String: String] = [:], agesOver: [Int: Bool] = [:]
    ) async throws -> Credential {
        var elements = texts.mapValues { CBORValue.text($0) }
        for (age, isOver) in agesOver { elements["age_over_\(age)"] = .boolean(isOver) }
        let licences = try await office.licences(try await documents.makeKeys(copies), elements)
        return try await documents.add(licences, title: "Licence", use: .single, lowMark: 0)
    }

    /// Presents all documents of the holder to the reader.
    ///
    /// - Parameter profile: The reader's request.
    /// - Returns: The end on both sides. A reader that never received a code is `notStarted`.
    /// - Throws: The errors of the document store.
    public func share(_ profile: RequestProfile) async throws -> (holder: PresentationEnd, reader: ReaderSessionState) {
        let end = Mutex(ReaderSessionState.notStarted)
        let (holder, _) = try await share { code in
            let read = await reader.startReading(profile, code: code)
            end.withLock { $0 = read }
            if case .success = read { return true }
            return false
        }
        return (holder, end.withLock(\.self))
    }

    /// Presents all documents of the holder to a reader of the test.
    ///
    /// - Parameter read: Receives the text of the code and returns `true` if anything was read.
    /// - Returns: The holder's end, and the result of `read`.
    /// - Throws: The errors of the document store and of `read`.
    public func share(
        readBy read: @Sendable (_ code: String) async throws -> Bool
    ) async throws -> (holder: PresentationEnd, isRead: Bool) {
        let ids = try await documents.credentials().map(\.id)
        let isOver = Flag()
        // The session of an earlier presentation stays until the next one has begun.
        let earlier = holder.currentSession?.address
        async let presented = present(ids, isOver)
        // Stands for the reader's camera, which scans the code as soon as it is shown.
        var code: String?
        while code == nil, !isOver.isSet, !Task.isCancelled {
            let address = holder.currentSession?.address
            code = address == earlier ? nil : address
            await Task.yield()
        }
        guard let code else { return (await presented, false) }
        let isRead = try await read(code)
        // The clock does not advance, so no time limit would end the wait for a reader that has left.
        if !isRead { holder.cancelPresentation() }
        return (await presented, isRead)
    }

    private func present(_ ids: [Credential.ID], _ isOver: Flag) async -> PresentationEnd {
        defer { isOver.set() }
        return await holder.startPresentation(ids)
    }

    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isSet: Bool { value.withLock(\.self) }
        func set() { value.withLock { $0 = true } }
    }
}
