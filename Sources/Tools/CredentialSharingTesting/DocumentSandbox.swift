public import CredentialSharing
import Foundation
public import JourneyBase
import JourneyCBOR
public import JourneyScreens
public import JourneyTesting
public import MobileDocument
import Synchronization

/// All that `CredentialSharing` stands on, in this process: an authority, a person with a licence, a reader beside them, and the
/// air between their radios.
///
/// Documents are really issued and verified, sessions are really agreed on and encrypted, and only what the person allows is
/// sent.
public struct DocumentSandbox: Sendable {
    /// The person's documents; they outlive a transaction.
    public let documents: CredentialStore
    public let holder: HolderOrchestrator
    public let reader: ReaderOrchestrator
    public let holderScreens: ScriptedPresenter
    public let readerScreens: ScriptedPresenter
    /// The two radios, which a test may switch off or take out of reach.
    public let holderRadio: LocalRadio
    public let readerRadio: LocalRadio
    /// What waits, waits for this.
    public let clock: ManualClock
    public let time: SandboxTime
    /// The authorities that the reader believes.
    public let trust: IssuerTrust
    private let office: SampleOffice

    /// A person without documents, and a reader who believes the sandbox's authority; with `readerBelieves` false, one who
    /// believes another. People answer screens as `holder` and `reader` say, by the screens' ids; `faults` are those of the
    /// holder's radio. What is issued counts from `time` on: code that goes by the system's clock wants `SandboxTime(.now)`.
    public init(
        holder: [String: [ScriptedPresenter.Reply]] = DocumentSandbox.allowsAll,
        reader: [String: [ScriptedPresenter.Reply]] = DocumentSandbox.reads, language: Language = .english,
        faults: [AirFault] = [], readerBelieves: Bool = true, time: SandboxTime = SandboxTime()
    ) throws {
        let clock = ManualClock()
        var surroundings = Surroundings.fixed(clock: clock)
        surroundings.now = time.now
        self.time = time
        self.clock = clock
        office = try SampleOffice(now: time.now())
        trust = try readerBelieves ? office.trust() : SampleOffice(now: time.now()).trust()
        let air = LocalAir(clock: clock)
        holderRadio = air.radio(faults: faults)
        readerRadio = air.radio()
        holderScreens = ScriptedPresenter(holder, language: language, surroundings: surroundings)
        readerScreens = ScriptedPresenter(reader, language: language, surroundings: surroundings)
        documents = CredentialStore(store: MemorySecretStore(), surroundings: surroundings)
        self.holder = HolderOrchestrator(
            source: documents, transport: BluetoothTransport(holderRadio, surroundings: surroundings),
            presenter: holderScreens, trust: ReaderTrust(anchors: []), surroundings: surroundings)
        self.reader = ReaderOrchestrator(
            transport: BluetoothTransport(readerRadio, surroundings: surroundings),
            verifier: DocumentVerifier(trust: trust), presenter: readerScreens, surroundings: surroundings)
    }

    /// A person who allows whatever is asked for, and closes the result.
    public static let allowsAll: [String: [ScriptedPresenter.Reply]] = patient(
        [
            "sharing-consent": [.press("allow", choosingAllIn: "items")], "sharing-result": [.press("close")],
        ], "sharing")
    /// A person who allows nothing.
    public static let deniesAll: [String: [ScriptedPresenter.Reply]] = patient(
        [
            "sharing-consent": [.press("deny")], "sharing-result": [.press("close")],
        ], "sharing")
    /// A reader's person, who looks at the result and closes it.
    public static let reads: [String: [ScriptedPresenter.Reply]] = patient(
        [
            "reading-result": [.press("close")], "reading-failed": [.press("close")],
            "reading-cancelled": [.press("close")],
        ], "reading")

    /// With the screens that only wait, and no patience for what is missing.
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

    /// Issues a licence to the person, in so many copies of which each is shown once: with these texts and ages reached, by the
    /// standard's names, in place of the sample's.
    @discardableResult
    public func issueLicence(
        copies: Int = 1, texts: [String: String] = [:], agesOver: [Int: Bool] = [:]
    ) async throws -> Credential {
        var elements = texts.mapValues { CBORValue.text($0) }
        for (age, isOver) in agesOver { elements["age_over_\(age)"] = .boolean(isOver) }
        let licences = try await office.licences(try await documents.makeKeys(copies), elements)
        return try await documents.add(licences, title: "Licence", use: .single, lowMark: 0)
    }

    /// Presents all documents of the person to the reader, who asks for what `profile` says: how it ended on both sides. A reader
    /// that never saw a code is `notStarted`.
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

    /// The same with a reader of the test's own, who gets the text of the code and says whether anything was read.
    public func share(
        readBy read: @Sendable (_ code: String) async throws -> Bool
    ) async throws -> (holder: PresentationEnd, isRead: Bool) {
        let ids = try await documents.credentials().map(\.id)
        let isOver = Flag()
        async let presented = present(ids, isOver)
        // The reader's camera: it sees the code as soon as it is shown.
        var code: String?
        while code == nil, !isOver.isSet, !Task.isCancelled {
            code = holder.currentSession?.address
            await Task.yield()
        }
        guard let code else { return (await presented, false) }
        let isRead = try await read(code)
        // The clock stands still: nobody would ever tire of waiting for a reader that has gone.
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
