import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization
import Testing

@testable import JourneyWeb

/// The bridge's core with its own page on the other side, in one thread: each post is answered at once.
final class PageSide {
    static let origin = Origin(scheme: "https", host: "bank.example", port: 443)
    static let start = Date(timeIntervalSince1970: 1_790_000_000)

    /// The answers to one post: the texts and their number.
    final class Answers: Sendable {
        private let all = Mutex<[String]>([])
        func add(_ text: String) { all.withLock { $0.append(text) } }
        var texts: [String] { all.withLock { $0 } }
    }

    var core: BridgeCore
    var inbound: [BridgeInbound] = []
    var loads: [HTTPSURL] = []
    var requests: [Int] = []
    var payloads: [BridgePayload] = []
    var proofs: [SessionProof] = []
    var posts: [Answers] = []
    var document = WebDocument(token: "", origin: PageSide.origin)

    // The page's half of the handshake.
    let agreement: P256AgreementKey
    let pageNonce = [UInt8](repeating: 7, count: 16)
    var keys: BridgeKeys?
    var documentID = ""
    /// The versions that the page supports.
    var versions = ["1.2", "1.1"]
    /// The negotiated version.
    var version = BridgeVersion.v11
    /// The key in `bridge_ready` and the session proof, and the shared secret.
    var sdkKey: P256PublicKey?
    var secret: Secret?
    /// The messages that the step encrypts.
    var encrypted: [String: PayloadEncryption] = [:]
    var requiresHandshake = false
    /// The numbers of the started handshake timeouts.
    var awaited: [Int] = []
    var count = 0

    init(
        limits: BridgeLimits = BridgeLimits(), allowing others: [Origin] = [],
        speaking versions: [BridgeVersion] = BridgeVersion.allCases
    ) throws {
        agreement = try P256AgreementKey()
        let counter = Mutex<UInt8>(0)
        let holder = NowHolder()
        core = BridgeCore(
            policy: SourcePolicy([PageSide.origin] + others), limits: limits, sdkVersion: "1.0.0",
            dependencies: Dependencies(
                now: { holder.now.withLock { $0 } }, clock: ContinuousClock(),
                random: { count in
                    counter.withLock { value in
                        value &+= 1
                        return [UInt8](repeating: value, count: count)
                    }
                }), versions: versions)
        self.holder = holder
    }

    final class NowHolder: Sendable { let now = Mutex(PageSide.start) }
    private let holder: NowHolder

    var now: Date { holder.now.withLock { $0 } }
    func advance(_ seconds: Double) { holder.now.withLock { $0 += seconds } }

    // MARK: - The engine's side

    static func step(
        _ methods: Set<String> = ["performBiometric"], visit: Int = 1, encrypted: [String: PayloadEncryption] = [:]
    ) throws -> BridgeStep {
        BridgeStep(
            journey: try #require(JourneyID("money-transfer")), step: try #require(StepID("intro")),
            manifestHash: [1, 2, 3], methods: methods, context: ["locale": "en-GB"], visit: visit,
            encrypted: encrypted)
    }

    func perform(_ effects: [BridgeCore.Effect]) {
        for effect in effects {
            switch effect {
            case .reply(let reply, let text): reply(text)
            case .inbound(let event): inbound.append(event)
            case .request(let number, _, let payload):
                requests.append(number)
                payloads.append(payload)
            case .load(let url, _): loads.append(url)
            case .awaitHandshake(let number): awaited.append(number)
            case .sign(let proof):
                proofs.append(proof)
                perform(core.signed("proof", for: proof.documentID))
            }
        }
    }

    func present(methods: Set<String> = ["performBiometric"]) throws {
        let url = try #require(HTTPSURL("https://bank.example/pages/intro"))
        var step = try PageSide.step(methods, encrypted: encrypted)
        step.requiresHandshake = requiresHandshake
        perform(core.present(url, step: step))
    }

    /// Reports `event` of the last requested load, or of `load`.
    func report(_ event: WebEvent, load: Int? = nil) {
        perform(core.receive(event, load: load ?? core.loadCount))
    }

    /// Starts a new document in the main frame, as the relay announces it.
    func begin(_ token: Character = "a", origin: Origin? = PageSide.origin, load: Int? = nil) {
        document = WebDocument(token: String(repeating: token, count: 32), origin: origin)
        keys = nil
        version = .v11
        report(.documentStarted(document), load: load)
    }

    // MARK: - The page's side

    /// Posts `text` and returns the answer, if it arrived at once.
    @discardableResult
    func post(_ text: String?, from document: WebDocument? = nil, isMainFrame: Bool = true) -> String? {
        let answers = Answers()
        posts.append(answers)
        report(
            .message(
                WebMessage(
                    document: document ?? self.document, isMainFrame: isMainFrame, text: text,
                    reply: { answers.add($0) })))
        return answers.texts.first
    }

    func meta(_ extra: [String: JSONValue] = [:]) -> JSONValue {
        count += 1
        var members: [String: JSONValue] = [
            "ts": .number(JSONNumber(Int64(now.timeIntervalSince1970 * 1_000))),
            "nonce": .string("page-nonce-\(count)"), "bridgeVersion": .string(version.rawValue),
        ]
        if keys != nil { members["docId"] = .string(documentID) }
        return .object(members.merging(extra) { $1 })
    }

    func hello(_ changes: [String: JSONValue] = [:]) -> String {
        let payload: [String: JSONValue] = [
            "origin": "https://bank.example", "pageNonce": .string(Base64URL.encode(pageNonce)),
            "versions": .array(versions.map { .string($0) }),
            "key": .string(Base64URL.encode(agreement.publicKey.x963)),
        ]
        return message("event", "bridge_hello", payload: .object(payload.merging(changes) { $1 }))
    }

    func message(
        _ kind: String, _ name: String, payload: JSONValue = [:], id: String = "1",
        meta extra: [String: JSONValue] = [:]
    ) -> String {
        JSONValue.object([
            "kind": .string(kind), "name": .string(name), "payload": payload, "id": .string(id), "meta": meta(extra),
        ]).compactText
    }

    func sealed(_ rest: String) throws -> String {
        let key = try #require(keys).pageToSDK
        return String(decoding: BridgeSeal.seal(Array(rest.utf8), key: key), as: UTF8.self)
    }

    /// Derives the keys from `bridge_ready`.
    func agree(_ ready: String) throws {
        let payload = try #require(try JSONReader.read(Array(ready.utf8))["payload"])
        documentID = try #require(payload["docId"]?.string)
        version = try #require(payload["version"]?.string.flatMap(BridgeVersion.init(rawValue:)))
        let point = try #require(payload["key"]?.string.flatMap { Base64URL.decode($0) })
        let sdkKey = try P256PublicKey(x963: point)
        let secret = try agreement.sharedSecret(with: sdkKey)
        (self.sdkKey, self.secret) = (sdkKey, secret)
        let id = try #require(Base64URL.decode(documentID))
        let agreed = BridgeKeys(secret: secret, pageNonce: pageNonce, documentID: id, version: version)
        keys = agreed
        #expect(BridgeSeal.open(Array(ready.utf8), key: agreed.sdkToPage) != nil)
    }

    /// Presents, starts a document, and completes the handshake.
    func connect(methods: Set<String> = ["performBiometric"]) throws {
        try present(methods: methods)
        begin()
        try shakeHands()
    }

    func shakeHands() throws {
        try agree(try #require(post(hello())))
        _ = try send("event", "bridge_open")
    }

    /// Posts a sealed message and returns the payload of the answer, after checking its seal; `nil` when it has to wait.
    @discardableResult
    func send(
        _ kind: String, _ name: String, payload: JSONValue = [:], id: String = "1",
        meta extra: [String: JSONValue] = [:]
    ) throws -> JSONValue? {
        guard let answer = post(try sealed(message(kind, name, payload: payload, id: id, meta: extra))) else {
            return nil
        }
        return try open(answer)["payload"]
    }

    func open(_ answer: String) throws -> JSONValue {
        let key = try #require(keys).sdkToPage
        let rest = try #require(BridgeSeal.open(Array(answer.utf8), key: key))
        return try JSONReader.read(rest)
    }

    /// Returns the error code of an answer, sealed or not.
    static func code(_ answer: String?) -> String? {
        guard let answer, let value = try? JSONReader.read(Array(answer.utf8)) else { return nil }
        return value["payload"]?["error"]?["code"]?.string
    }

    // MARK: - Results

    var refusals: [ErrorCode] {
        inbound.compactMap { event in if case .refused(let error) = event { error.code } else { nil } }
    }
    var losses: [ErrorCode] {
        inbound.compactMap { event in if case .lost(let error) = event { error.code } else { nil } }
    }
    var events: [String] {
        inbound.compactMap { event in if case .event(let name, _) = event { name } else { nil } }
    }
    var openings: [String] {
        inbound.compactMap { event in if case .opened(let id) = event { id } else { nil } }
    }
}
