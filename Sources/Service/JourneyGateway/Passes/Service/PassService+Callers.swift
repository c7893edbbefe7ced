import Foundation
import JourneyBase
import JourneyServer
import JourneyWire

/// Authentication, session status, and user tokens.
extension PassService {
    /// Returns the SHA-256 of the request's token. Throws `TOKEN_INVALID`.
    static func token(of request: HTTPRequest) throws(PassRefusal) -> [UInt8] {
        guard let token = BasicToken.of(request) else { throw PassRefusal(.tokenInvalid) }
        return PassToken.hash(of: token)
    }

    func caller(_ token: [UInt8]) async throws -> PassStore.Caller {
        let caller = try await store.caller(token: token, now: PassStore.moment(dependencies.now()))
        caller.identify()
        return caller
    }

    /// Returns the status of one of the caller's sessions. Throws `SESSION_UNKNOWN`.
    func status(of session: String, token: [UInt8]) async throws -> PassSessionAnswer.Status {
        let now = PassStore.moment(dependencies.now())
        let key = Array("read".utf8) + token
        try gate.refuseExhausted(key, most: settings.rates.reads, now: now)
        let caller = try await caller(token)
        try gate.count(key, of: caller, most: settings.rates.reads, now: now)
        guard PassForm.isIdentifier(session),
            let status = try await store.status(of: PassToken.hash(of: session), for: caller, now: now)
        else { throw PassRefusal(.sessionUnknown) }
        return status
    }

    /// Issues a token for one holder. It gives access to that holder's tags only and can't issue further tokens.
    func mint(
        for holder: String, by caller: PassStore.Caller, token: [UInt8]
    ) async throws -> (token: Secret, expires: Date) {
        guard caller.holder == nil else { throw PassRefusal(.tokenInvalid) }
        let now = PassStore.moment(dependencies.now())
        let key = Array("mint".utf8) + token
        try gate.count(key, most: settings.rates.userTokens, now: now)
        let fresh = PassToken.fresh(dependencies)
        // Rounded to whole seconds, the precision of the answer.
        let end = (now + Int64(settings.userTokenTime / .milliseconds(1))) / 1_000 * 1_000
        guard
            try await store.store(
                userToken: PassToken.hash(of: fresh), for: holder, by: caller, now: now, expires: end)
        else { throw PassRefusal(.holderUnknown) }
        return (fresh, PassStore.date(end))
    }
}

extension PassStore.Caller {
    /// Records the caller in the request log.
    func identify() { RequestCaller.identify("client", "\(client)", "\(user)") }
}
