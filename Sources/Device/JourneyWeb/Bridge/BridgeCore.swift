internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

/// Everything that the bridge decides, as one value: what a web engine reports goes in, what to do comes out.
///
/// `BridgeChannel` keeps one behind a lock and performs the effects outside it. Time and randomness are passed in.
struct BridgeCore {
    typealias Reply = @Sendable (String) -> Void

    enum Effect {
        case reply(Reply, String)
        case inbound(BridgeInbound)
        /// An allowed request; it is answered with `answer(_:with:)` under this number.
        case request(Int, method: String, BridgePayload)
        case load(HTTPSURL, number: Int)
        /// A session proof is to be signed and handed to `signed(_:for:)`.
        case sign(SessionProof)
        /// After `limits.handshake`, `handshakeDue(_:)` is to be told of this number.
        case awaitHandshake(Int)
    }

    /// A post that has not been answered.
    struct PendingPost {
        var name: String
        var id: String?
        var traceparent: String?
        /// How the result is to be encrypted.
        var encryption: PayloadEncryption?
        var reply: Reply
    }

    /// What belongs to one document, and dies with it.
    struct Document {
        let web: WebDocument
        let id: String
        let idBytes: [UInt8]
        var nonces: NonceWindow
        var rate: RateLimit
        /// What was agreed on; the oldest until then.
        var version = BridgeVersion.v11
        var keys: BridgeKeys?
        var cipher: BridgeCipher?
        /// The handshake under way: the post to answer and the key to answer with.
        var handshake: (waiting: PendingPost, key: P256PublicKey)?
        var inFlight: [Int: PendingPost] = [:]
        var poll: PendingPost?
        var messagesSent = 0
    }

    let policy: SourcePolicy
    let limits: BridgeLimits
    let sdkVersion: String
    /// What is spoken here.
    let versions: [BridgeVersion]
    let dependencies: Dependencies
    var machine = BridgeMachine()
    var target: (url: HTTPSURL, step: BridgeStep)?
    /// Counts the loads that were asked for. What earlier ones report is of pages that make way.
    var loadCount = 0
    var document: Document?
    /// The document that was shown before: it may still be posting while it makes way.
    var left: WebDocument?
    var pushes: [(name: String, payload: BridgePayload)] = []
    /// The journey's last word of itself, until a page has it.
    var state: JSONValue?
    var lastRequest = 0
    /// The wait for a handshake that is under way. It goes on from document to document until one has shaken hands, or another
    /// page is loaded: a page cannot put it off by starting over.
    var handshakeWait: Int?
    private var handshakeWaits = 0
    /// A flood of refused posts must not become a flood of reports.
    private var reports = RateLimit(rate: 5, burst: 50)

    init(
        policy: SourcePolicy, limits: BridgeLimits, sdkVersion: String, dependencies: Dependencies,
        versions: [BridgeVersion] = BridgeVersion.allCases
    ) {
        self.policy = policy
        self.limits = limits
        self.sdkVersion = sdkVersion
        self.versions = versions
        self.dependencies = dependencies
    }

    // MARK: - What the engine reports

    /// What the document that is shown and this side have agreed on; the oldest until they have.
    var version: BridgeVersion { document?.version ?? .v11 }

    /// The showing that is under way.
    var visit: Int { target?.step.visit ?? 0 }

    /// Takes in what the engine reports of load `load`. A message is known by its document, and a window is the journey's.
    mutating func receive(_ event: WebEvent, load: Int) -> [Effect] {
        switch event {
        case .message(let message): return receive(message)
        case .closedByPerson: return machine.phase == .over ? [] : [.inbound(.closedByPerson)]
        case _ where load != loadCount: return []
        case .documentStarted(let web):
            let isAdmitted = policy.admits(web.origin, isMainFrame: true)
            let effects = perform(machine.handle(.documentStarted(isAdmitted: isAdmitted)))
            guard machine.phase == .closed else { return effects }
            begin(web)
            guard target?.step.requiresHandshake == true, handshakeWait == nil else { return effects }
            handshakeWaits += 1
            handshakeWait = handshakeWaits
            return effects + [.awaitHandshake(handshakeWaits)]
        case .loaded: return []
        case .loadFailed(let error): return perform(machine.handle(.failed(error)))
        case .navigationRefused: return blocked()
        case .processLost: return perform(machine.handle(.processLost))
        }
    }

    private mutating func blocked() -> [Effect] {
        let effects = perform(machine.handle(.failed(BridgeMachine.blocked)))
        return effects.isEmpty ? [] : report(BridgeMachine.blocked) + effects
    }

    private mutating func begin(_ web: WebDocument) {
        let id = dependencies.random(BridgeKeys.documentIDCount)
        document = Document(
            web: web, id: Base64URL.encode(id), idBytes: id,
            nonces: NonceWindow(skew: limits.clockSkew, capacity: limits.nonces),
            rate: RateLimit(rate: limits.postsPerSecond, burst: limits.burst))
    }

    // MARK: - What the engine of the journey asks for

    /// Shows the page of `step`. One that was overtaken by a later one on its way is not shown any more.
    mutating func present(_ url: HTTPSURL, step: BridgeStep) -> [Effect] {
        guard step.visit >= visit else { return [] }
        target = (url, step)
        return perform(machine.handle(.presented))
    }

    mutating func close() -> [Effect] { perform(machine.handle(.torndown)) }

    /// Queues an event for the page and hands it over when the page waits for one.
    mutating func push(name: String, payload: BridgePayload) -> [Effect] {
        guard machine.phase != .idle, machine.phase != .over else { return [] }
        if case .secret = payload, target?.step.encrypted[name] == nil {
            return report(JourneyError(.bridgeEncryption, "A secret is for a page whose step has it in the clear."))
        }
        guard pushes.count < limits.pushesQueued else {
            return report(JourneyError(.bridgeBusy, "A page does not fetch the events that are pushed to it."))
        }
        pushes.append((name, payload))
        return deliver()
    }

    /// Tells the page how the journey stands. What it has not fetched of an earlier word is of no use any more.
    mutating func tell(_ state: JSONValue) -> [Effect] {
        guard machine.phase != .idle, machine.phase != .over else { return [] }
        self.state = state
        return deliver()
    }

    /// Answers request `number`, unless its document has gone and it has been answered for that reason.
    mutating func answer(_ number: Int, with result: Result<BridgePayload, JourneyError>) -> [Effect] {
        guard let waiting = document?.inFlight.removeValue(forKey: number) else { return [] }
        switch result {
        case .success(let payload): return [reply(waiting, content(of: payload, for: waiting))]
        case .failure(let error): return [reply(waiting, .error(error))]
        }
    }

    private func content(of payload: BridgePayload, for waiting: PendingPost) -> BridgeAnswer.Content {
        switch (waiting.encryption, payload) {
        case (nil, .plain(let value)): return .result(value)
        case (nil, .secret):
            return .error(JourneyError(.bridgeEncryption, "A method has a secret for a page that asked in the clear."))
        case (let encryption?, _):
            guard let text = try? document?.cipher?.encrypt(payload, name: waiting.name, by: encryption) else {
                return .error(JourneyError(.unknown, "A result could not be encrypted."))
            }
            return .encrypted(text)
        }
    }

    // MARK: - Shared by the parts

    /// Hands what is queued to the page's long poll, when there is one.
    mutating func deliver() -> [Effect] {
        let state = version >= .v12 ? state : nil
        guard machine.phase == .open, !pushes.isEmpty || state != nil, let poll = document?.poll else { return [] }
        var events = pushes.compactMap(pushed)
        if let state { events.insert(["name": .string(BridgeName.state), "payload": state], at: 0) }
        pushes = []
        self.state = nil
        document?.poll = nil
        return [reply(poll, .result(["events": .array(events)]))]
    }

    /// An event as the page gets it; `nil` when it has to be encrypted and cannot be.
    private func pushed(_ name: String, _ payload: BridgePayload) -> JSONValue? {
        guard let encryption = target?.step.encrypted[name] else {
            guard case .plain(let value) = payload else { return nil }
            return ["name": .string(name), "payload": value]
        }
        let text = try? document?.cipher?.encrypt(payload, name: name, by: encryption)
        return text.map { ["name": .string(name), "jwe": .string($0)] }
    }

    mutating func perform(_ effects: [BridgeMachine.Effect]) -> [Effect] {
        effects.flatMap { effect -> [Effect] in
            switch effect {
            case .forgetDocument: return forget()
            case .dropPushes:
                pushes = []
                state = nil
                return []
            case .load:
                loadCount += 1
                handshakeWait = nil
                return target.map { [.load($0.url, number: loadCount)] } ?? []
            case .opened:
                handshakeWait = nil
                return document.map { [.inbound(.opened(documentID: $0.id))] } ?? []
            case .lost(let error): return [.inbound(.lost(error))]
            }
        }
    }

    private mutating func forget() -> [Effect] {
        guard let document else { return [] }
        let gone = JourneyError(.bridgeNotReady, "The page went away before it was answered.")
        let waiting =
            document.inFlight.sorted { $0.key < $1.key }.map(\.value)
            + [document.handshake?.waiting, document.poll].compactMap { $0 }
        let effects = waiting.map { reply($0, .error(gone)) }
        left = document.web
        self.document = nil
        return effects
    }

    /// The answer to `waiting`, sealed when the document has keys.
    mutating func reply(_ waiting: PendingPost, _ content: BridgeAnswer.Content) -> Effect {
        let answer = BridgeAnswer(
            name: waiting.name, id: waiting.id, content: content, traceparent: waiting.traceparent)
        document?.messagesSent += 1
        let nonce = document.map { "\($0.id).\($0.messagesSent)" } ?? dependencies.identifier()
        let dependencies = dependencies
        let bytes = answer.bytes(
            time: dependencies.now(), nonce: nonce, version: version, sdkVersion: sdkVersion,
            documentID: document?.id,
            newTrace: { "00-\(dependencies.identifier())-\(Hex.encode(dependencies.random(8)))-01" })
        let text = document?.keys.map { BridgeSeal.seal(bytes, key: $0.sdkToPage) } ?? bytes
        return .reply(waiting.reply, String(decoding: text, as: UTF8.self))
    }

    /// Tells the page the code, and the engine the whole error.
    mutating func refuse(_ waiting: PendingPost, _ error: JourneyError) -> [Effect] {
        [reply(waiting, .error(error))] + report(error)
    }

    mutating func report(_ error: JourneyError) -> [Effect] {
        reports.take(at: dependencies.now()) == nil ? [.inbound(.refused(error))] : []
    }
}
