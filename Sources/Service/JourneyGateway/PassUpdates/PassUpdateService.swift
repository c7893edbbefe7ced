import Foundation
import JourneyBase
import JourneyServer
import JourneyWire
import Synchronization
import WalletPass

/// The pass web service's operations, without HTTP: registrations, changes, the latest pass, personalization and the log.
final class PassUpdateService: Sendable {
    private let source: any PassSource
    private let store: PassUpdateStore
    private let gate: PassRateLimiter
    private let dependencies: Dependencies
    private let elapsed: @Sendable () -> Duration
    private let window: Mutex<(began: Duration, count: Int)>

    init(source: any PassSource, store: PassUpdateStore, gate: PassRateLimiter, dependencies: Dependencies) {
        self.source = source
        self.store = store
        self.gate = gate
        self.dependencies = dependencies
        elapsed = dependencies.clock.stopwatch
        window = Mutex((.zero, 0))
    }

    /// Returns the pass of the path if the request has its token. Throws `TOKEN_INVALID`.
    func pass(_ parameters: PathParameters, for request: HTTPRequest) async throws -> PassKey {
        let pass = try PassPath.pass(parameters)
        guard PassAuthorization(request).opens(try await source.card(pass)) else {
            throw PassUpdateRefusal(.tokenInvalid)
        }
        RequestCaller.identify("pass", pass.type, pass.serial)
        return pass
    }

    /// Registers a device. Returns `true` for a new registration. Throws `RATE_LIMITED` too, because each new registration sends
    /// a push, and ended ones would make room for more. An existing registration is always accepted.
    func register(_ pass: PassKey, on device: String, pushToken: String) async throws -> Bool {
        let now = milliseconds
        let key = Array("register \(pass.type) \(pass.serial)".utf8)
        // A transaction may be retried after a conflict, but is counted once.
        let isCounted = Atomic(false)
        return try await store.register(pass, on: device, pushToken: pushToken, now: now) { [gate, store] in
            guard !isCounted.load(ordering: .relaxed) else { return }
            try gate.count(key, most: store.limits.registrations, now: now)
            isCounted.store(true, ordering: .relaxed)
        }
    }

    func unregister(_ pass: PassKey, from device: String) async throws {
        try await store.unregister(pass, from: device)
    }

    func updated(
        on device: String, type: String, _ tag: PassUpdateStore.Tag?
    ) async throws -> (serials: [String], tag: PassUpdateStore.Tag)? {
        try await store.updated(on: device, type: type, since: tag)
    }

    /// Returns the pass, or 304 if the client has it.
    ///
    /// `Last-Modified` is at most now, as HTTP requires, and at most the time of the delivered change: at worst, a device fetches
    /// once more than needed. The version is read first, so that the pass is at least as new.
    func latest(_ pass: PassKey, ifModifiedSince text: String?) async throws -> HTTPResponse {
        let now = dependencies.now()
        let seconds = Int64(now.timeIntervalSince1970)
        let version = try await store.version(of: pass)
        var headers: HTTPFields = ["Cache-Control": "no-store"]
        if let version {
            let shown = Date(timeIntervalSince1970: TimeInterval(min(version.modified, seconds)))
            headers["Last-Modified"] = HTTPDate.text(shown)
            // A date in the future is ignored (RFC 9110, section 13.1.3).
            if let text, let moment = HTTPDate.moment(text, now: now), moment <= now,
                version.modified <= Int64(moment.timeIntervalSince1970)
            {
                return HTTPResponse(status: 304, headers: headers)
            }
        }
        headers["Content-Type"] = PassBuilder.mediaType
        return HTTPResponse(status: 200, headers: headers, body: try await source.archive(pass))
    }

    /// Stores the user's personal data and returns the signed token. Throws `PASS_UNKNOWN` for a pass without personalization,
    /// `TOKEN_INVALID` for a wrong token of the pass if one is sent, `PASS_PERSONALIZED`, and `RATE_LIMITED`.
    func personalize(_ pass: PassKey, _ request: HTTPRequest) async throws -> [UInt8] {
        let form = try PassForms.personalization(request)
        guard let card = try await source.card(pass), card.isPersonalizable else {
            throw PassUpdateRefusal(.notPersonalizable)
        }
        if request.headers["Authorization"] != nil, !PassAuthorization(request).opens(card) {
            throw PassUpdateRefusal(.tokenInvalid)
        }
        let now = milliseconds
        try await store.personalize(pass, form, now: now)
        // Counted after the token is accepted, so that others can't use up the limit.
        let key = Array("personalize \(pass.type) \(pass.serial)".utf8)
        try gate.count(key, most: store.limits.personalizations, now: now)
        return try await source.signature(over: form.token, for: pass)
    }

    /// Stores a device's log messages. Throws `RATE_LIMITED`: the callers are anonymous, so all are counted together.
    func log(_ request: HTTPRequest) async throws {
        let now = elapsed()
        let isWithin = window.withLock { window in
            if now - window.began >= .seconds(60) { window = (now, 0) }
            window.count += 1
            return window.count <= store.limits.logRequests
        }
        guard isWithin else { throw PassUpdateRefusal(.rateLimited) }
        let messages = try PassForms.logs(request)
        dependencies.log.record(.info, "Received log messages from Wallet", [.count: String(messages.count)])
        try await store.store(messages, now: milliseconds)
    }

    private var milliseconds: Int64 { PassStore.moment(dependencies.now()) }
}
