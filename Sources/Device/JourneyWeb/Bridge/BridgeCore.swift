internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

/// The bridge's decisions as one value: web engine reports in, effects out.
///
/// `BridgeChannel` keeps it behind a lock and performs the effects outside the lock. Time and randomness are passed in.
struct BridgeCore {
    typealias Reply = @Sendable (String) -> Void

    enum Effect {
        case reply(Reply, String)
        case inbound(BridgeInbound)
        /// An allowed request; call `answer(_:with:)` with this number.
        case request(Int, method: String, BridgePayload)
        case load(HTTPSURL, number: Int)
        /// A session proof to sign; call `signed(_:for:)` with the result.
        case sign(SessionProof)
        /// A timeout to start; call `handshakeDue(_:)` with this number after `limits.handshake`.
        case awaitHandshake(Int)
    }

    /// A message that has not been answered.
    struct PendingPost {
        var name: String
        var id: String?
        var traceparent: String?
        /// The encryption of the result.
        var encryption: PayloadEncryption?
        var reply: Reply
    }

    /// The state of one document, which ends with it.
    struct Document {
        let web: WebDocument
        let id: String
        let idBytes: [UInt8]
        var nonces: NonceWindow
        var rate: RateLimit
        /// The negotiated version; the oldest until then.
        var version = BridgeVersion.v11
        var keys: BridgeKeys?
        var cipher: BridgeCipher?
        /// The handshake in progress: the message to answer and the key to answer with.
        var handshake: (waiting: PendingPost, key: P256PublicKey)?
        var inFlight: [Int: PendingPost] = [:]
        var poll: PendingPost?
        var messagesSent = 0
    }

    let policy: SourcePolicy
    let limits: BridgeLimits
    let sdkVersion: String
    /// The supported versions.
    let versions: [BridgeVersion]
    let dependencies: Dependencies
    var machine = BridgeMachine()
    var target: (url: HTTPSURL, step: BridgeStep)?
    /// The number of requested loads. Reports of earlier loads concern pages that are being replaced.
    var loadCount = 0
    var document: Document?
    /// The document before the current one, which may still post while it is being replaced.
    var previous: WebDocument?
    var pushes: [(name: String, payload: BridgePayload)] = []
    /// The journey's latest state, until a page has fetched it.
    var state: JSONValue?
    var lastRequest = 0
    /// The handshake timeout in progress. It continues across documents until one has completed the handshake, or another page is
    /// loaded: a page can't extend it by reloading.
    var handshakeWait: Int?
    private var handshakeWaits = 0
    /// Limits reports, so that a flood of refused messages does not become a flood of reports.
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

    // MARK: - Reports of the web engine

    /// The version negotiated with the current document; the oldest until then.
    var version: BridgeVersion { document?.version ?? .v11 }

    /// The current visit.
    var visit: Int { target?.step.visit ?? 0 }

    /// Handles the engine's report about load `load`. Messages are identified by their document, and the window belongs to the
    /// journey.
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

    // MARK: - Requests of the journey

    /// Shows the page of `step`, unless a later one was requested meanwhile.
    mutating func present(_ url: HTTPSURL, step: BridgeStep) -> [Effect] {
        guard step.visit >= visit else { return [] }
        target = (url, step)
        return perform(machine.handle(.presented))
    }

    mutating func close() -> [Effect] { perform(machine.handle(.torndown)) }

    /// Queues an event for the page and delivers it when the page polls.
    mutating func push(name: String, payload: BridgePayload) -> [Effect] {
        guard machine.phase != .idle, machine.phase != .over else { return [] }
        if case .secret = payload, target?.step.encrypted[name] == nil {
            return report(
                JourneyError(
                    .bridgeEncryption, "The event's payload is secret, but the step does not encrypt the event."))
        }
        guard pushes.count < limits.pushesQueued else {
            return report(
                JourneyError(.bridgeBusy, "The page's event queue is full: the page does not call next_event."))
        }
        pushes.append((name, payload))
        return deliver()
    }

    /// Sends the journey's state to the page. It replaces a state that the page has not fetched.
    mutating func sendState(_ state: JSONValue) -> [Effect] {
        guard machine.phase != .idle, machine.phase != .over else { return [] }
        self.state = state
        return deliver()
    }

    /// Answers request `number`, unless its document has gone, which answered it.
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
            return .error(
                JourneyError(.bridgeEncryption, "The result is secret, but the page's request was not encrypted."))
        case (let encryption?, _):
            guard let text = try? document?.cipher?.encrypt(payload, name: waiting.name, by: encryption) else {
                return .error(JourneyError(.unknown, "Encrypting the result for the page failed."))
            }
            return .encrypted(text)
        }
    }

    // MARK: - Shared

    /// Delivers queued events to the page's long poll, if there is one.
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

    /// Returns an event as the page receives it; `nil` when it must be encrypted and can't be.
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
        let gone = JourneyError(.bridgeNotReady, "The page went away before its message was answered.")
        let waiting =
            document.inFlight.sorted { $0.key < $1.key }.map(\.value)
            + [document.handshake?.waiting, document.poll].compactMap { $0 }
        let effects = waiting.map { reply($0, .error(gone)) }
        previous = document.web
        self.document = nil
        return effects
    }

    /// Returns the answer to `waiting`, sealed when the document has keys.
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

    /// Refuses a message: the page receives the code, the engine the whole error.
    mutating func refuse(_ waiting: PendingPost, _ error: JourneyError) -> [Effect] {
        [reply(waiting, .error(error))] + report(error)
    }

    mutating func report(_ error: JourneyError) -> [Effect] {
        reports.take(at: dependencies.now()) == nil ? [.inbound(.refused(error))] : []
    }
}
