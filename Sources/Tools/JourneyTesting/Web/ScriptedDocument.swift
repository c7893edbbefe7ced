internal import Foundation
public import JourneyBase
internal import JourneyCrypto
public import JourneyWeb
internal import Synchronization

/// One document of a `ScriptedPage`: the Swift counterpart of a page that uses `journey-bridge.js`.
public final class ScriptedDocument: Sendable {
    /// The bridge answered with an error, or not at all.
    package struct Refused: Error, Hashable, CustomStringConvertible {
        package let code: String
        package var description: String { code }
    }

    /// The document's URL.
    public let url: HTTPSURL
    /// The document as the engine reports it.
    public let document: WebDocument
    private let page: ScriptedPage
    private let dependencies: Dependencies
    private let session = Mutex<Session?>(nil)
    private let arrived = Mutex<[(name: String, payload: JSONValue)]>([])

    private struct Session {
        let documentID: String
        let version: String
        /// The `alg` of each message name that the step encrypts.
        let encryption: [String: String]
        let cipher: ScriptedEncryption
        let toSDK: Secret
        let fromSDK: Secret
    }

    init(url: HTTPSURL, document: WebDocument, page: ScriptedPage, dependencies: Dependencies) {
        self.url = url
        self.document = document
        self.page = page
        self.dependencies = dependencies
    }

    // MARK: Regular use

    /// Performs the handshake.
    ///
    /// - Parameter versions: The versions of the bridge to offer.
    /// - Returns: The context that the step provides to its page.
    /// - Throws: `Refused` if the handshake fails.
    @discardableResult
    public func connect(versions: [String] = ["1.2", "1.1"]) async throws -> JSONValue {
        let own = try P256AgreementKey()
        let nonce = dependencies.random(16)
        let hello: JSONValue = [
            "origin": .string(document.origin?.description ?? ""), "pageNonce": .string(Base64URL.encode(nonce)),
            "versions": .array(versions.map { .string($0) }), "key": .string(Base64URL.encode(own.publicKey.x963)),
        ]
        let ready = try payload(of: await post(sealed("event", "bridge_hello", hello)))
        guard let id = ready["docId"]?.string, let idBytes = Base64URL.decode(id),
            let key = ready["key"]?.string.flatMap({ Base64URL.decode($0) }), let version = ready["version"]?.string
        else { throw Refused(code: ready["supported"] == nil ? "NO_READY" : "BRIDGE_VERSION") }
        let sdk = try P256PublicKey(x963: key)
        let secret = try own.sharedSecret(with: sdk)
        func derive(_ label: String) -> Secret {
            HKDFSHA256.derive(
                from: secret, salt: nonce + idBytes, info: Array("journey-bridge/\(version) \(label)".utf8), count: 32)
        }
        session.withLock {
            $0 = Session(
                documentID: id, version: version,
                encryption: ready["encryption"]?.object?.compactMapValues(\.string) ?? [:],
                cipher: ScriptedEncryption(
                    toSDK: derive("page-to-sdk payload"), fromSDK: derive("sdk-to-page payload"), own: own, sdk: sdk,
                    documentID: idBytes, version: version),
                toSDK: derive("page-to-sdk"), fromSDK: derive("sdk-to-page"))
        }
        _ = try await send("event", "bridge_open", [:])
        return ready["context"] ?? [:]
    }

    /// Emits an event.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - payload: The event's payload.
    /// - Throws: `Refused` with the bridge's error code.
    public func emit(_ name: String, _ payload: JSONValue = [:]) async throws {
        _ = try await send("event", name, payload)
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - params: The parameters.
    /// - Returns: The result.
    /// - Throws: `Refused` with the bridge's error code.
    public func request(_ method: String, _ params: JSONValue = [:]) async throws -> JSONValue {
        try await send("request", method, params)["result"] ?? .null
    }

    /// Waits for the next pushed event with this name.
    ///
    /// - Parameter name: The event's name. Other events are kept for later calls.
    /// - Returns: The event's payload.
    /// - Throws: `Refused` with the bridge's error code; `CancellationError`.
    public func event(_ name: String) async throws -> JSONValue {
        while true {
            let found = arrived.withLock { list -> JSONValue? in
                guard let index = list.firstIndex(where: { $0.name == name }) else { return nil }
                return list.remove(at: index).payload
            }
            if let found { return found }
            try Task.checkCancellation()
            let events = try await request("next_event")["events"]?.array ?? []
            let opened = try events.map { event in
                let name = event["name"]?.string ?? ""
                return (
                    name: name, payload: try event["jwe"].map { try open($0, of: name) } ?? event["payload"] ?? .null
                )
            }
            arrived.withLock { $0 += opened }
        }
    }

    // MARK: Misuse

    /// Returns the signed text of a message, to be posted once, repeatedly or modified.
    ///
    /// - Parameters:
    ///   - kind: The kind of message.
    ///   - name: The message's name.
    ///   - payload: The payload.
    /// - Returns: The text.
    public func sealed(_ kind: String, _ name: String, _ payload: JSONValue) -> String {
        text(kind: kind, name: name, content: ["payload": payload])
    }

    /// Returns the signed text of a message with an encrypted payload.
    ///
    /// - Parameters:
    ///   - kind: The kind of message.
    ///   - name: The message's name.
    ///   - jwe: The compact JWE.
    /// - Returns: The text.
    public func sealed(_ kind: String, _ name: String, jwe: String) -> String {
        text(kind: kind, name: name, content: ["jwe": .string(jwe)])
    }

    /// Tries to navigate to a page of `origin`, which the engine refuses.
    public func navigate(to origin: Origin?) { page.report(.navigationRefused(origin)) }

    /// Makes the engine report that the page failed to load.
    public func fail(_ error: JourneyError) { page.report(.loadFailed(error)) }

    /// Posts `text` unchanged.
    ///
    /// - Parameters:
    ///   - text: The text; `nil` for a message that isn't a string.
    ///   - isMainFrame: `true` if the message comes from the main frame.
    ///   - other: The document that the engine reports as the sender, if another.
    /// - Returns: The answer, unchanged.
    public func post(_ text: String?, isMainFrame: Bool = true, as other: WebDocument? = nil) async -> String {
        await withCheckedContinuation { continuation in
            let once = Once(continuation)
            let message = WebMessage(document: other ?? document, isMainFrame: isMainFrame, text: text) {
                once.answer($0)
            }
            page.report(.message(message))
        }
    }

    /// Returns the error code of an answer, or `nil` for a success.
    public static func code(of answer: String) -> String? {
        (try? JSONReader.read(Array(answer.utf8)))?["payload"]?["error"]?["code"]?.string
    }

    // MARK: Wire format

    private func send(_ kind: String, _ name: String, _ payload: JSONValue) async throws -> JSONValue {
        var content: [String: JSONValue] = ["payload": payload]
        if let session = session.withLock({ $0 }), let alg = session.encryption[name] {
            content = ["jwe": .string(try session.cipher.encrypt(payload, name: name, by: alg))]
        }
        return try self.payload(of: await post(text(kind: kind, name: name, content: content)), of: name)
    }

    /// Decrypts the encrypted part of the message `name`.
    private func open(_ jwe: JSONValue, of name: String) throws -> JSONValue {
        guard let session = session.withLock({ $0 }), let alg = session.encryption[name], let text = jwe.string else {
            throw Refused(code: "BRIDGE_ENCRYPTION")
        }
        return try session.cipher.decrypt(text, by: alg)
    }

    private func text(kind: String, name: String, content: [String: JSONValue]) -> String {
        let session = session.withLock { $0 }
        var meta: [String: JSONValue] = [
            "ts": .number(JSONNumber(Int64(dependencies.now().timeIntervalSince1970 * 1_000))),
            "nonce": .string(dependencies.identifier()), "bridgeVersion": .string(session?.version ?? "1.1"),
        ]
        meta["docId"] = session.map { .string($0.documentID) }
        let envelope: [String: JSONValue] = [
            "kind": .string(kind), "name": .string(name), "id": .string(dependencies.identifier()),
            "meta": .object(meta),
        ]
        let rest = JSONValue.object(envelope.merging(content) { $1 }).compactBytes
        guard let session else { return String(decoding: rest, as: UTF8.self) }
        let tag = Base64URL.encode(HMACSHA256.tag(rest, key: session.toSDK))
        return String(decoding: rest.dropLast(), as: UTF8.self) + #","sig":"\#(tag)"}"#
    }

    /// Verifies an answer's signature and returns its payload. Throws `Refused` with the answer's error code.
    private func payload(of answer: String, of name: String = "") throws -> JSONValue {
        let answer = Array(answer.utf8)
        if let session = session.withLock({ $0 }), answer.count > 53 {
            let rest = Array(answer.dropLast(53)) + [UInt8(ascii: "}")]
            let tag = Base64URL.decode(String(decoding: answer.dropLast(2).suffix(43), as: UTF8.self)) ?? []
            guard HMACSHA256.isValid(tag, for: rest, key: session.fromSDK) else { throw Refused(code: "BAD_SEAL") }
        }
        guard let value = try? JSONReader.read(answer) else { throw Refused(code: "NO_ANSWER") }
        if let jwe = value["jwe"] { return ["result": try open(jwe, of: name)] }
        guard let payload = value["payload"] else { throw Refused(code: "NO_ANSWER") }
        if let code = payload["error"]?["code"]?.string { throw Refused(code: code) }
        return payload
    }
}

/// Resumes a continuation at most once.
private final class Once: Sendable {
    private let continuation: Mutex<CheckedContinuation<String, Never>?>

    init(_ continuation: CheckedContinuation<String, Never>) { self.continuation = Mutex(continuation) }

    func answer(_ text: String) {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(returning: text)
    }

    deinit { answer("") }
}
