internal import Foundation
internal import JourneyBase

/// The bridge's own message names. No step lists them, and none can.
enum BridgeName {
    static let hello = "bridge_hello"
    static let ready = "bridge_ready"
    static let reject = "bridge_reject"
    static let open = "bridge_open"
    static let nextEvent = "next_event"
    /// The journey's state.
    static let state = "journey_state"
    /// The name of an answer to a message whose own name can't be trusted.
    static let error = "bridge_error"
    static let all: Set<String> = [hello, ready, reject, open, nextEvent, state, error]
}

extension BridgeCore {
    /// Handles a message of a page. Each message gets exactly one answer: here, or later through `answer` or `forget`.
    mutating func receive(_ message: WebMessage) -> [Effect] {
        var waiting = PendingPost(name: BridgeName.error, reply: message.reply)
        if let error = BridgeGate.refusal(of: message, current: document?.web, policy: policy) {
            let isCurrent = message.document == document?.web && message.isMainFrame
            if isCurrent { return refuse(waiting, error) }
            let effects = refuseStranger(waiting, error)
            // Messages of the page that is being replaced are refused but not reported.
            return message.document == previous ? Array(effects.prefix(1)) : effects
        }
        let now = dependencies.now()
        if let wait = document?.rate.take(at: now) {
            return refuse(
                waiting,
                JourneyError(
                    .bridgeBusy, "The page posts messages faster than the rate limit.", recovery: .retry(after: wait)))
        }
        let bytes = Array((message.text ?? "").utf8)
        let content: [UInt8]
        // The document is not copied here: while a copy exists, each change would copy all of its nonces.
        let keys = document?.keys
        if let keys {
            guard let rest = BridgeSeal.open(bytes, key: keys.pageToSDK) else {
                return refuse(waiting, BridgeCore.badSeal)
            }
            content = rest
        } else {
            guard machine.phase == .closed, BridgeSeal.split(bytes) == nil else {
                return refuse(waiting, BridgeCore.notReady)
            }
            content = bytes
        }
        guard let envelope = BridgeEnvelope(content, depth: limits.depth) else {
            return refuse(waiting, BridgeCore.invalid)
        }
        waiting = PendingPost(
            name: envelope.name, id: envelope.id, traceparent: envelope.traceparent, reply: message.reply)
        if let error = checkFresh(envelope, now: now) { return refuse(waiting, error) }
        return keys == nil ? greet(envelope, waiting, now: now) : converse(envelope, waiting)
    }

    /// Refuses a message of a foreign document. Neither answer nor report may reveal anything about the current one.
    private mutating func refuseStranger(_ waiting: PendingPost, _ error: JourneyError) -> [Effect] {
        let shown = document
        document = nil
        defer { document = shown }
        return refuse(waiting, error)
    }

    private mutating func checkFresh(_ envelope: BridgeEnvelope, now: Date) -> JourneyError? {
        guard document?.keys == nil || envelope.documentID == document?.id,
            document?.keys == nil || envelope.bridgeVersion == version.rawValue,
            // Only 1.2 has this member.
            envelope.jwe == nil || version >= .v12
        else { return BridgeCore.invalid }
        return switch document?.nonces.judge(envelope.nonce, time: envelope.time, now: now) {
        case .fresh: nil
        case .replayed: JourneyError(.bridgeReplay, "The page's message repeats an earlier nonce.")
        case .outOfTime, nil: JourneyError(.bridgeReplay, "The page's message has a time outside the accepted window.")
        }
    }

    /// Handles a message with a valid seal.
    private mutating func converse(_ envelope: BridgeEnvelope, _ waiting: PendingPost) -> [Effect] {
        if envelope.kind == .event, envelope.name == BridgeName.open, machine.phase == .opening {
            return [reply(waiting, .result([:]))] + perform(machine.handle(.confirmed))
        }
        guard machine.phase == .open else { return refuse(waiting, BridgeCore.notReady) }
        switch envelope.kind {
        case .event where !BridgeName.all.contains(envelope.name):
            do throws(JourneyError) {
                let payload = try read(try open(envelope))
                return [reply(waiting, .result([:])), .inbound(.event(name: envelope.name, payload: payload))]
            } catch { return refuse(waiting, error) }
        case .request where envelope.name == BridgeName.nextEvent && envelope.jwe == nil:
            // A page has one long poll; the earlier one ends with no events.
            let earlier = document?.poll
            document?.poll = waiting
            return (earlier.map { [reply($0, .result(["events": []]))] } ?? []) + deliver()
        case .request where target?.step.methods.contains(envelope.name) == true:
            do throws(JourneyError) { return start(envelope.name, try open(envelope), waiting) } catch {
                return refuse(waiting, error)
            }
        case .response: return refuse(waiting, BridgeCore.invalid)
        default:
            return refuse(
                waiting, JourneyError(.bridgeForbidden, "The page called a method that its step does not list."))
        }
    }

    /// Returns the message's payload, which must be encrypted exactly when the step says so.
    private mutating func open(_ envelope: BridgeEnvelope) throws(JourneyError) -> BridgePayload {
        switch (target?.step.encrypted[envelope.name], envelope.jwe) {
        case (nil, nil): return .plain(envelope.payload)
        case (_?, nil):
            throw JourneyError(.bridgeEncryption, "The page did not encrypt a payload that its step encrypts.")
        case (nil, _?):
            throw JourneyError(.bridgeEncryption, "The page encrypted a payload that its step does not encrypt.")
        case (let encryption?, let text?):
            do throws(BridgeCipher.Fault) {
                guard let secret = try document?.cipher?.decrypt(text, name: envelope.name, by: encryption) else {
                    throw .undecipherable
                }
                return .secret(secret)
            } catch { throw BridgeCore.error(error) }
        }
    }

    private static func error(_ fault: BridgeCipher.Fault) -> JourneyError {
        switch fault {
        case .tooLarge: JourneyError(.bridgeMessageTooLarge, "The page's encrypted payload is longer than 4,096 bytes.")
        case .undecipherable: JourneyError(.bridgeDecryption, "The page's encrypted payload can't be decrypted.")
        case .replayed: JourneyError(.bridgeReplay, "The page's encrypted payload was sent before.")
        case .exhausted: JourneyError(.bridgeBusy, "The replay window for encrypted payloads is full.")
        }
    }

    /// Returns a payload as JSON, which is all that guards and calls accept.
    private func read(_ payload: BridgePayload) throws(JourneyError) -> JSONValue {
        switch payload {
        case .plain(let value): return value
        case .secret(let secret):
            let bounds = JSONLimits(bytes: BridgeCipher.limit, depth: limits.depth)
            guard let value = try? JSONReader.read(secret, limits: bounds), value.object != nil else {
                throw BridgeCore.invalid
            }
            return value
        }
    }

    private mutating func start(_ method: String, _ payload: BridgePayload, _ waiting: PendingPost) -> [Effect] {
        guard let count = document?.inFlight.count, count < limits.requestsInFlight else {
            let error = JourneyError(
                .bridgeBusy, "The page has too many requests in progress.", recovery: .retry(after: .milliseconds(500)))
            return refuse(waiting, error)
        }
        lastRequest += 1
        var waiting = waiting
        waiting.encryption = target?.step.encrypted[method]
        document?.inFlight[lastRequest] = waiting
        return [.request(lastRequest, method: method, payload)]
    }

    static let notReady = JourneyError(
        .bridgeNotReady, "The page posted a message before the handshake was complete.",
        recovery: .retry(after: .milliseconds(50)))
    static let invalid = JourneyError(
        .bridgeMessageInvalid, "The page posted a message that is not a valid bridge message.")
    static let badSeal = JourneyError(.bridgeSignature, "The page's message does not have a valid sig.")
}
