import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Has people authorize consents at one bank, as its client, and keeps their tokens for the proxy.
///
/// A code is exchanged at most once. An exchange is *not sent*, *answered* or *unknown*, and the answer to the app says which.
struct BankAuthorizationService: Sendable {
    /// The time in which a person has to return, in seconds.
    static let lifetime: Int64 = 600
    /// The lifetime of a token whose answer names none, in seconds, and the longest accepted one.
    private static let tokenLifetime: (usual: Int64, longest: Int64) = (60, 90 * 86_400)
    /// The longest token, in bytes.
    private static let tokenLimit = 4_096
    /// The longest reference of a pushed request, in bytes (RFC 9101, section 5.2).
    static let referenceLimit = 512

    private let account: BankAccount
    private let access: BankAuthorizationAccess
    private let client: BankClient
    private let store: BankAuthorizationStore
    private let keys: BankAuthorizationKeys
    private let dependencies: Dependencies

    /// Creates the service of a bank; `nil` if the account has no authorization, or no client for it.
    init?(_ account: BankAccount, _ store: BankAuthorizationStore, dependencies: Dependencies) {
        guard let access = account.authorization, let client = account.client(dependencies) else { return nil }
        (self.account, self.access, self.client, self.store) = (account, access, client, store)
        keys = BankAuthorizationKeys(access.storeSecret, bank: account.name)
        self.dependencies = dependencies
    }

    private var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    // MARK: Starting

    /// Pushes an authorization request for a consent, and returns it as the app opens it.
    ///
    /// - Throws: `Problem`: `VALIDATION_FAIL`, `PARTNER_UNKNOWN`, `RATE_LIMITED`, or one of the bank's.
    func start(
        _ request: ConsentAuthorizationRequest, by caller: GatewayCaller
    ) async throws -> ConsentAuthorization {
        // What has begun ends, even if the app goes away.
        try await Task { try await started(request, by: caller) }.value
    }

    private func started(
        _ request: ConsentAuthorizationRequest, by caller: GatewayCaller
    ) async throws -> ConsentAuthorization {
        guard BankAuthorizationContent.isConsent(request.consentId) else {
            throw Problem(.malformed, "consentId is not 1 to 128 letters, digits and -._~: characters.")
        }
        guard account.partners?.contains(caller.partner) ?? true, let redirect = access.redirects[caller.partner] else {
            throw Problem(.partnerUnknown, "The bank is not configured for this partner.")
        }
        let state = Base64URL.encode(dependencies.random(32))
        let (digest, now) = (keys.digest(ofState: state, caller), now)
        guard
            try await store.begin(
                state: digest, caller: keys.digest(of: caller),
                consent: keys.digest(ofConsent: request.consentId, caller),
                expires: now + BankAuthorizationService.lifetime, now: now)
        else {
            throw Problem(
                .rateLimited, "This caller has begun too many authorizations.", headers: ["Retry-After": "60"])
        }
        let response: HTTPResponse
        do throws(BankRefusal) {
            let form = try await form(request.consentId, state: state, redirect: redirect)
            response = try await client.post(form, to: access.address, isRepeatable: true)
        } catch {
            // One that reached the bank counts against the caller's limit.
            if error.isNotSent { try? await store.withdraw(state: digest) }
            throw error.problem
        }
        let (reference, lifetime) = try reference(of: response)
        return ConsentAuthorization(
            requestUri: reference, clientId: client.access.clientID, state: state, expiresIn: lifetime)
    }

    /// Returns the reference of the pushed request, and its lifetime in seconds.
    private func reference(of response: HTTPResponse) throws(Problem) -> (String, Int64) {
        record(response, "Pushed an authorization request to a bank")
        guard RequestFate(of: .post, status: response.status) == .answered else { throw BankRefusal.unreadable.problem }
        guard !(400...499).contains(response.status) else { throw refused(response) }
        let json = BankClient.json(of: response)
        guard response.status == 201, let reference = json?["request_uri"]?.string,
            BankAuthorizationService.isReference(reference), let lifetime = json?["expires_in"]?.int64, lifetime > 0
        else { throw BankRefusal.unreadable.problem }
        return (reference, min(lifetime, BankAuthorizationService.lifetime))
    }

    /// Returns `true` for an absolute URI of up to `referenceLimit` bytes without characters that URIs don't have.
    static func isReference(_ text: String) -> Bool {
        guard (1...referenceLimit).contains(text.utf8.count), let colon = text.utf8.firstIndex(of: 0x3A) else {
            return false
        }
        let scheme = text.utf8[..<colon]
        return !scheme.isEmpty && scheme.allSatisfy { $0.isLetterOrDigit || "+.-".utf8.contains($0) }
            && text.utf8.index(after: colon) < text.utf8.endIndex
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains($0) }
    }

    /// Returns the request's form: plain parameters, or a signed request object that has all of them (RFC 9101).
    private func form(
        _ consent: String, state: String, redirect: String
    ) async throws(BankRefusal) -> FormBody {
        let content = access.content.filled(consent)
        let challenge = Base64URL.encode(SHA256.hash(Array(keys.verifier(ofState: state).utf8)))
        var members: [String: JSONValue] = [
            "response_type": "code", "client_id": .string(client.access.clientID), "redirect_uri": .string(redirect),
            "state": .string(state), "code_challenge": .string(challenge), "code_challenge_method": "S256",
        ]
        members["scope"] = content.scope.map { .string($0) }
        if content.isOpenID { members["nonce"] = .string(keys.nonce(ofState: state)) }
        members["claims"] = content.claims
        members["authorization_details"] = content.details
        members["dpop_jkt"] = client.proofs.map { .string($0.thumbprint) }
        guard let (signer, id) = access.requestKey else {
            return FormBody(
                members.sorted { $0.key < $1.key }.map {
                    FormBody.Entry($0.key, $0.value.string ?? $0.value.compactText)
                })
        }
        members[RegisteredClaim.issuer] = members["client_id"]
        members[RegisteredClaim.audience] = .string(access.issuer)
        members[RegisteredClaim.issued] = .number(JSONNumber(now))
        members[RegisteredClaim.notBefore] = .number(JSONNumber(now))
        members[RegisteredClaim.expires] = .number(JSONNumber(now + 60))
        members[RegisteredClaim.identifier] = .string(Base64URL.encode(dependencies.random(16)))
        do throws(JWSError) {
            let object = try await CompactJWS.sign(
                JSONValue.object(members).compactBytes, typ: "oauth-authz-req+jwt", kid: id, key: signer)
            return FormBody([.init("client_id", client.access.clientID), .init("request", object)])
        } catch { throw .tokenUnavailable }
    }

    // MARK: Exchanging

    private static let invalid = Problem(
        .bankAuthorizationInvalid,
        "The return belongs to no open authorization of this caller at this bank. This request exchanged no code.")
    private static let foreign = Problem(
        .bankAuthorizationInvalid,
        "The return is not of this bank's issuer (iss). This request exchanged no code.")

    /// Exchanges the code of a return, and stores the person's token.
    ///
    /// The same return again has the same answer, without another exchange. A return of another issuer ends the authorization.
    ///
    /// - Throws: `Problem`: `VALIDATION_FAIL`, `BANK_AUTHORIZATION_INVALID`, or one of the bank's.
    func exchange(
        _ request: AuthorizationCodeRequest, by caller: GatewayCaller
    ) async throws -> AuthorizationCodeAnswer {
        // A code works once: an exchange that has begun ends, even if the app goes away.
        try await Task { try await exchanged(request, by: caller) }.value
    }

    private func exchanged(
        _ request: AuthorizationCodeRequest, by caller: GatewayCaller
    ) async throws -> AuthorizationCodeAnswer {
        guard (1...128).contains(request.state.utf8.count), (1...2_048).contains(request.code.utf8.count),
            request.code.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), (1...512).contains(request.iss.utf8.count)
        else { throw Problem(.malformed, "The body is not the documented JSON.") }
        guard account.partners?.contains(caller.partner) ?? true, let redirect = access.redirects[caller.partner] else {
            throw Problem(.partnerUnknown, "The bank is not configured for this partner.")
        }
        let state = keys.digest(ofState: request.state, caller)
        // Byte by byte: Swift takes other spellings of a letter for the same.
        let isOurs = request.iss.utf8.elementsEqual(access.issuer.utf8)
        let consent: [UInt8]
        switch try await store.claim(state: state, code: keys.digest(ofCode: request.code), now: now) {
        case .none: throw BankAuthorizationService.invalid
        case .known(let phase, let end):
            guard isOurs else { throw BankAuthorizationService.foreign }
            return try known(phase, end)
        case .granted(let digest): consent = digest
        }
        guard isOurs else {
            try await store.finish(state: state, .refused)
            throw BankAuthorizationService.foreign
        }
        let form = FormBody([
            .init("grant_type", "authorization_code"), .init("code", request.code), .init("redirect_uri", redirect),
            .init("code_verifier", keys.verifier(ofState: request.state)),
        ])
        let response: HTTPResponse
        do throws(BankRefusal) {
            response = try await client.post(form, to: client.access.address, isRepeatable: false)
        } catch {
            if error.isNotSent { try? await store.release(state: state) } else { await forgetFate(of: state) }
            throw error.problem
        }
        record(response, "Exchanged a code at a bank")
        switch fate(of: response) {
        case .notEvaluated:
            try? await store.release(state: state)
            throw BankRefusal.tokenUnavailable.problem
        case .refused:
            try? await store.finish(state: state, .refused)
            throw refused(response)
        case .unknown:
            await forgetFate(of: state)
            throw BankRefusal.unreadable.problem
        case .granted: break
        }
        guard let (token, lifetime) = token(of: response, state: request.state, consent: consent, caller) else {
            await forgetFate(of: state)
            throw BankRefusal.unreadable.problem
        }
        let sealed = try keys.seal(token, for: consent, nonce: dependencies.random(AESGCM.nonceCount))
        try await keep(sealed, of: consent, state: state, until: now + lifetime)
        return AuthorizationCodeAnswer(authorized: true, expiresIn: lifetime)
    }

    /// Records that the fate of a code is unknown. If that fails, the code counts as sent, which means the same.
    private func forgetFate(of state: [UInt8]) async { try? await store.finish(state: state, .unknown) }

    /// Stores a token, which the bank gives only once: a fault of the database that passes must not lose it.
    private func keep(_ sealed: [UInt8], of consent: [UInt8], state: [UInt8], until end: Int64) async throws(Problem) {
        for attempt in 1...BankAuthorizationService.attempts {
            do { return try await store.finish(state: state, consent: consent, sealed: sealed, expires: end) } catch {
                dependencies.log.record(
                    .error, "A person's token at a bank could not be stored.",
                    [.origin: account.name, .count: String(attempt)])
            }
            try? await dependencies.clock.sleep(for: .milliseconds(200 * attempt))
        }
        throw BankRefusal.unanswered.problem
    }

    /// The largest number of attempts at storing a token.
    private static let attempts = 5

    /// The fate of a code, by an answer of the token endpoint.
    private enum CodeFate {
        /// The bank asked for other credentials before it looked at the code.
        case notEvaluated
        case refused, granted, unknown
    }

    /// A refusal has the form of RFC 6749, section 5.2; whatever else came may be of a server in between.
    private func fate(of response: HTTPResponse) -> CodeFate {
        if response.status == 200 { return .granted }
        guard [400, 401].contains(response.status), BankClient.json(of: response)?["error"]?.string != nil else {
            return .unknown
        }
        return switch BankClient.error(of: response) {
        case "invalid_client", "use_dpop_nonce": .notEvaluated
        default: .refused
        }
    }

    /// Returns the answer to a return that came before.
    private func known(_ phase: BankAuthorizationStore.Phase, _ end: Int64) throws(Problem) -> AuthorizationCodeAnswer {
        switch phase {
        case .authorized: return AuthorizationCodeAnswer(authorized: true, expiresIn: max(0, end - now))
        case .refused:
            throw Problem(
                .bankAuthorizationRefused, "The authorization has ended without a token. Nothing was sent again.")
        case .open, .sent, .unknown: throw BankRefusal.unanswered.problem
        }
    }

    /// Returns the token of a bank's answer and its lifetime in seconds; `nil` if the answer has not the documented form, or is for
    /// another request.
    private func token(
        of response: HTTPResponse, state: String, consent: [UInt8], _ caller: GatewayCaller
    ) -> (Secret, Int64)? {
        let json = BankClient.json(of: response)
        guard response.status == 200,
            let token = client.token(of: json, limit: BankAuthorizationService.tokenLimit)
        else { return nil }
        if access.content.isOpenID || json?["id_token"] != nil {
            guard isForThis(json?["id_token"]?.string, state: state, consent: consent, caller) else { return nil }
        }
        if let granted = json?["authorization_details"] {
            guard let details = granted.array, !details.isEmpty,
                details.allSatisfy({ access.content.detailTypes.contains($0["type"]?.string ?? "") })
            else { return nil }
        }
        let limits = BankAuthorizationService.tokenLifetime
        guard let value = json?["expires_in"] else { return (token, limits.usual) }
        guard let lifetime = value.int64, lifetime > 0 else { return nil }
        return (token, min(lifetime, limits.longest))
    }

    /// Returns `true` if an ID token is for this client, request and consent.
    ///
    /// It comes from the token endpoint itself, so TLS vouches for it (OpenID Connect Core, section 3.1.3.7, check 6).
    private func isForThis(_ text: String?, state: String, consent: [UInt8], _ caller: GatewayCaller) -> Bool {
        guard let parts = text?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 3,
            let body = Base64URL.decode(parts[1]),
            let claims = try? JSONReader.read(body, limits: JSONLimits(bytes: 16 << 10, depth: 8, values: 500))
        else { return false }
        let audience = claims[RegisteredClaim.audience]
        let names = audience?.string.map { [$0] } ?? (audience?.array ?? []).map { $0.string ?? "" }
        guard claims[RegisteredClaim.issuer]?.string == access.issuer, names == [client.access.clientID],
            let end = claims[RegisteredClaim.expires]?.numericDate, end + 60 > now
        else { return false }
        if access.content.isOpenID {
            guard claims["nonce"]?.string == keys.nonce(ofState: state) else { return false }
        }
        // UK Open Banking names the consent that the person authorized.
        let name = "openbanking_intent_id"
        guard let intent = claims[name] else { return access.content.claims?["id_token"]?[name]?["essential"] != true }
        return intent.string.map { keys.digest(ofConsent: $0, caller) == consent } ?? false
    }

    // MARK: Calling

    /// A person's token for a consent.
    struct PersonToken: Sendable {
        let token: Secret
        fileprivate let consent: [UInt8]
        fileprivate let sealed: [UInt8]
    }

    /// Returns the token of a caller's consent; `nil` if there is none.
    func token(consent: String, of caller: GatewayCaller) async throws -> PersonToken? {
        guard BankAuthorizationContent.isConsent(consent) else { return nil }
        let digest = keys.digest(ofConsent: consent, caller)
        guard let sealed = try await store.token(consent: digest, now: now), let token = keys.open(sealed, for: digest)
        else { return nil }
        return PersonToken(token: token, consent: digest, sealed: sealed)
    }

    /// Deletes a token that the bank has refused.
    func forget(_ token: PersonToken) async throws {
        try await store.forget(consent: token.consent, sealed: token.sealed)
    }

    // MARK: Answers of the bank

    private func refused(_ response: HTTPResponse) -> Problem {
        guard BankClient.error(of: response) != "invalid_client", response.status != 401 else {
            dependencies.log.record(
                .error, "A bank does not accept the gateway as its client: check its credentials there.",
                [.origin: account.name, .status: String(response.status)])
            return BankRefusal.tokenUnavailable.problem
        }
        return Problem(.bankAuthorizationRefused, "The bank refused the authorization.")
    }

    private func record(_ response: HTTPResponse, _ sentence: StaticString) {
        var fields: [Log.Field: String] = [.origin: account.name, .status: String(response.status)]
        fields[.code] = BankClient.error(of: response)
        dependencies.log.record((200...299).contains(response.status) ? .info : .warning, sentence, fields)
    }
}
