import Foundation
import JourneyBase
import JourneyServer
import JourneyWire

/// The callers, and what they may know and make beside binding data.
extension PassService {
    /// SHA-256 of the token that a request presents. Throws `TOKEN_INVALID`.
    static func token(of request: HTTPRequest) throws(PassRefusal) -> [UInt8] {
        guard let token = BasicToken.of(request) else { throw PassRefusal(.tokenInvalid) }
        return PassToken.hash(of: token)
    }

    func caller(_ token: [UInt8]) async throws -> PassStore.Caller {
        let caller = try await store.caller(token: token, now: PassStore.moment(dependencies.now()))
        caller.identify()
        return caller
    }

    /// What became of a session of the caller's. Throws `SESSION_UNKNOWN`.
    func status(of session: String, token: [UInt8]) async throws -> PassSessionAnswer.Status {
        let now = PassStore.moment(dependencies.now())
        let key = Array("read".utf8) + token
        try gate.refuseUsedUp(key, most: settings.rates.reads, now: now)
        let caller = try await caller(token)
        try gate.count(key, of: caller, most: settings.rates.reads, now: now)
        guard PassForm.isIdentifier(session),
            let status = try await store.status(of: PassToken.hash(of: session), for: caller, now: now)
        else { throw PassRefusal(.sessionUnknown) }
        return status
    }

    /// A token for one holder, which opens that holder's tags alone and makes no others.
    func mint(
        for holder: String, by caller: PassStore.Caller, token: [UInt8]
    ) async throws -> (token: Secret, expires: Date) {
        guard caller.holder == nil else { throw PassRefusal(.tokenInvalid) }
        let now = PassStore.moment(dependencies.now())
        let key = Array("mint".utf8) + token
        try gate.count(key, most: settings.rates.userTokens, now: now)
        let fresh = PassToken.fresh(dependencies)
        // Whole seconds, as they are told.
        let end = (now + Int64(settings.userTokenTime / .milliseconds(1))) / 1_000 * 1_000
        guard
            try await store.keep(
                userToken: PassToken.hash(of: fresh), for: holder, by: caller, now: now, expires: end)
        else { throw PassRefusal(.holderUnknown) }
        return (fresh, PassStore.date(end))
    }
}

extension PassStore.Caller {
    /// Tells the request log who makes the request.
    func identify() { RequestCaller.identify("client", "\(client)", "\(user)") }
}
