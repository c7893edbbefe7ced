import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyWire

/// Forwards the calls of signed journeys to a bank, and adds the credentials that an app must not have.
///
/// The body's bytes are passed on as they are, in both directions. Nothing is sent twice, except a call that the bank refused
/// without looking at it: with `invalid_token`, because a kept token of the gateway was no longer valid, or with `use_dpop_nonce`.
struct BankProxy: RoutedService {
    let router: Router

    /// Creates the routes of one bank's operations.
    ///
    /// - Parameters:
    ///   - account: The bank, and the gateway's credentials there.
    ///   - operations: The operations of published journeys.
    ///   - identity: Authenticates callers.
    ///   - authorizations: Has the tokens of people; `nil` for none.
    ///   - dependencies: Time, randomness and log.
    /// - Throws: `CONFIGURATION_INVALID` if an operation needs a credential that the account doesn't have, or two tokens.
    init(
        _ account: BankAccount, _ operations: BankOperations, identity: any GatewayIdentity,
        authorizations: BankAuthorizationService? = nil, dependencies: Dependencies
    ) throws(JourneyError) {
        for operation in operations.operations {
            guard !operation.credentials.isSuperset(of: [.clientSecret, .userToken]) else {
                throw JourneyError(
                    .configurationInvalid,
                    "banks.\(account.name): a published journey calls \(operation.id) with clientSecret and userToken; a call carries one token."
                )
            }
            guard let missing = operation.credentials.subtracting(account.credentials).min() else { continue }
            throw JourneyError(
                .configurationInvalid,
                "banks.\(account.name): a published journey calls \(operation.id) with \(missing.rawValue), which the configuration does not have."
            )
        }
        let forwarder = BankForwarder(account, authorizations, dependencies: dependencies)
        router = Router(
            operations.operations.map { operation in
                Route(operation.method, operation.pattern, body: .whole(limit: operation.bodyLimit)) { request, _ in
                    let caller: GatewayCaller
                    do throws(Problem) {
                        caller = try await identity.identified(request)
                        guard account.partners?.contains(caller.partner) ?? true else {
                            throw Problem(.partnerUnknown, "The bank is not configured for this partner.")
                        }
                    } catch { return error.response }
                    return await .answering(
                        orUnavailable: "The gateway's database can't be read. The call was not sent."
                    ) {
                        do { return try await forwarder.answer(request, of: caller, to: operation) } catch let refusal
                            as BankRefusal
                        { throw refusal.problem }
                    }
                }
            })
    }
}

/// Sends a call to the bank.
struct BankForwarder: Sendable {
    /// The headers that every request may have.
    private static let plainRequestHeaders: Set<String> = ["accept", "accept-language", "content-type"]
    /// The headers of the bank's answers that every app gets.
    fileprivate static let plainAnswerHeaders: Set<String> = [
        "content-type", "content-language", "etag", "retry-after", "transient-error", "x-fapi-interaction-id",
    ]
    /// The headers that identify the caller to the gateway. The bank never gets them.
    private static let ownHeaders = GatewayContract.partnerHeaders.union([
        "authorization", "cookie", DPoPHeader.proof.lowercased(), "host", "content-length", "connection",
        GatewayContract.bankAuthorizationHeader.lowercased(), GatewayContract.bankConsentHeader.lowercased(),
    ])

    private let account: BankAccount
    private let tokens: BankTokens?
    private let authorizations: BankAuthorizationService?
    private let dependencies: Dependencies
    private let elapsed: @Sendable () -> Duration

    init(_ account: BankAccount, _ authorizations: BankAuthorizationService?, dependencies: Dependencies) {
        self.account = account
        self.authorizations = authorizations
        tokens = account.client(dependencies).map { BankTokens($0) }
        self.dependencies = dependencies
        elapsed = dependencies.clock.stopwatch
    }

    private var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    /// Returns the bank's answer to `request`, which fits the path and method of `operation`.
    ///
    /// - Throws: `BankRefusal`; an error of the database, before the call is sent.
    func answer(
        _ request: HTTPRequest, of caller: GatewayCaller, to operation: BankOperations.Operation
    ) async throws -> HTTPResponse {
        var call = try forwarded(request, operation)
        if operation.credentials.contains(.detachedSignature), let signature = account.signature {
            do throws(JWSError) {
                call.headers[BankSignature.header] = try await signature.value(over: call.body, now: now)
            } catch { throw BankRefusal.unsigned }
        }
        if operation.credentials.contains(.userToken) {
            return try await answer(call, by: personToken(for: request, of: caller), operation)
        }
        guard operation.credentials.contains(.clientSecret), let tokens else {
            return try await send(call, operation).answer(to: operation)
        }
        let (token, isKept) = try await tokens.token()
        let response = try await send(call, with: token, operation)
        // Other 401s are the bank's answers to the call, such as a wrong code.
        guard response.status == 401, isKept, response.refusesToken else { return response.answer(to: operation) }
        tokens.forget(token)
        // A refused token means that the call was not evaluated (RFC 6750, section 3.1). Without a new one, that is the answer.
        guard let fresh = try? await tokens.token().token else { return response.answer(to: operation) }
        return try await send(call, with: fresh, operation).answer(to: operation)
    }

    /// Returns the token of the person for the consent that a request names.
    private func personToken(
        for request: HTTPRequest, of caller: GatewayCaller
    ) async throws -> BankAuthorizationService.PersonToken {
        let consents = request.headers.values(of: GatewayContract.bankConsentHeader)
        guard consents.count == 1, let token = try await authorizations?.token(consent: consents[0], of: caller) else {
            throw BankRefusal.unauthorized
        }
        return token
    }

    /// Returns the bank's answer to a call with a person's token. A token that the bank refuses is forgotten: the call was not
    /// evaluated (RFC 6750, section 3.1), and the person has to authorize again.
    private func answer(
        _ call: HTTPRequest, by person: BankAuthorizationService.PersonToken, _ operation: BankOperations.Operation
    ) async throws -> HTTPResponse {
        let response = try await send(call, with: person.token, operation)
        guard response.status == 401, response.refusesToken else { return response.answer(to: operation) }
        do { try await authorizations?.forget(person) } catch {
            dependencies.log.record(.warning, "A refused token could not be deleted; it is used until it expires.")
        }
        throw BankRefusal.unauthorized
    }

    /// Sends a call with an access token: a bearer token, or one that is bound to the gateway's key at the bank, with a proof. If
    /// the bank asks for a nonce in the proof, it has not evaluated the call (RFC 9449, section 9), which is sent once more.
    private func send(
        _ call: HTTPRequest, with token: Secret, _ operation: BankOperations.Operation
    ) async throws(BankRefusal) -> HTTPResponse {
        guard let proofs = account.proofs else { return try await send(call.authorized(by: token), operation) }
        let response = try await send(try await proved(call, token, proofs), operation)
        guard proofs.mustRepeat(response, from: call.url.origin), response.status == 401 else { return response }
        let second = try await send(try await proved(call, token, proofs), operation)
        _ = proofs.mustRepeat(second, from: call.url.origin)
        return second
    }

    private func proved(
        _ call: HTTPRequest, _ token: Secret, _ proofs: BankProofs
    ) async throws(BankRefusal) -> HTTPRequest {
        var call = call.authorized(by: token, scheme: DPoPHeader.scheme)
        do throws(JWSError) { try await proofs.prove(&call, token: token, dependencies) } catch { throw .unsigned }
        return call
    }

    /// Returns the request to the bank, without the credentials that depend on its body.
    private func forwarded(
        _ request: HTTPRequest, _ operation: BankOperations.Operation
    ) throws(BankRefusal) -> HTTPRequest {
        guard operation.end.map({ dependencies.now() < $0 }) ?? true else { throw .undeclared("an operation") }
        guard BankPath.isNamed(request.url.query, by: operation.queryNames) else { throw .undeclared("a query value") }
        let path = request.url.path.dropFirst(BankOperations.path(of: account.name).utf8.count)
        guard BankPath.isPlain(path) else { throw .undeclared("a path") }
        let base = account.server.path.hasSuffix("/") ? String(account.server.path.dropLast()) : account.server.path
        guard let url = HTTPSURL(origin: account.server.origin, path: base + path, query: request.url.query) else {
            throw .undeclared("a path")
        }
        var call = HTTPRequest(method: operation.method, url: url, body: request.body)
        for field in request.headers.fields {
            let name = field.name.lowercased()
            let isNamed =
                operation.requestHeaders.contains(name) || BankForwarder.plainRequestHeaders.contains(name)
            let isCredential = operation.credentials.contains { $0.isCarried(by: name) }
            guard isNamed, !isCredential, !BankForwarder.ownHeaders.contains(name) else { continue }
            // Two readers may take different ones.
            guard call.headers[name] == nil else { throw .undeclared("a header twice") }
            call.headers.add(field.name, field.value)
        }
        for field in account.headers.fields { call.headers[field.name] = field.value }
        if operation.credentials.contains(.apiKey), let (header, key) = account.apiKey {
            call.headers[header] = key.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        return call
    }

    private func send(
        _ call: HTTPRequest, _ operation: BankOperations.Operation
    ) async throws(BankRefusal) -> HTTPResponse {
        let start = elapsed()
        let result: Result<HTTPResponse, BankRefusal>
        do {
            // The app decides about repeats, by what its manifest says of the call's key.
            let response = try await account.transport.send(
                call,
                options: HTTPOptions(
                    timeout: account.timeout, bodyLimit: account.answerLimit, isRepeatable: call.method == .get))
            result = .success(response)
        } catch let error as JourneyError where error.code == .responseTooLarge {
            result = .failure(.unreadable)
        } catch let error as JourneyError where RequestFate(of: error) == .notSent {
            result = .failure(.unreachable)
        } catch { result = .failure(.unanswered) }
        record(call, operation, result, since: start)
        return try result.get()
    }

    /// Logs a call: the operation's name and the status, nothing of the request.
    private func record(
        _ call: HTTPRequest, _ operation: BankOperations.Operation, _ result: Result<HTTPResponse, BankRefusal>,
        since start: Duration
    ) {
        let milliseconds = String(Int((elapsed() - start) / .milliseconds(1)))
        switch result {
        case .success(let response):
            dependencies.log.record(
                response.status < 500 ? .info : .warning, "Forwarded a call to a bank",
                [
                    .operation: operation.id, .origin: account.name, .status: String(response.status),
                    .milliseconds: milliseconds,
                ])
        case .failure(let refusal):
            dependencies.log.record(
                .warning, "A call to a bank has no answer",
                [
                    .operation: operation.id, .origin: account.name, .code: refusal.problem.code,
                    .milliseconds: milliseconds,
                ])
        }
    }
}

/// The checks of a path and a query that bank's servers may read in another way than the gateway does.
enum BankPath {
    /// Returns `true` if no segment is a dot segment for any server: not with path parameters (`..;a`), nor by escapes of escapes,
    /// nor by escapes of characters that need none (RFC 3986, section 2.3).
    static func isPlain(_ path: Substring) -> Bool {
        path.split(separator: "/").allSatisfy { segment in
            var text: [UInt8] = []
            var rest = segment.utf8[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "%") else {
                    text.append(byte)
                    continue
                }
                guard let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), !isUnreserved(value),
                    value != UInt8(ascii: "%")
                else { return false }
                rest = rest.dropFirst(2)
                text.append(value)
            }
            let name = text.prefix { $0 != UInt8(ascii: ";") }
            return !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
        }
    }

    /// Returns `true` if each value of a query has one of `names`, with or without a key in brackets.
    static func isNamed(_ query: String?, by names: Set<String>) -> Bool {
        guard let query else { return true }
        return query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).allSatisfy { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard let text = PercentEncoding.decoded(name, plusIsSpace: true) else { return false }
            return names.contains(String(text.prefix { $0 != "[" }))
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "-._~".utf8.contains(byte) }
}

extension HTTPResponse {
    /// `true` if a 401 says that the access token is not valid.
    fileprivate var refusesToken: Bool {
        headers.values(of: "WWW-Authenticate").contains { $0.lowercased().contains("invalid_token") }
    }

    /// Returns the bank's answer for the app: status, body, and the headers that apps get.
    fileprivate func answer(to operation: BankOperations.Operation) -> HTTPResponse {
        var answer = HTTPResponse(status: status, body: body)
        for field in headers.fields {
            let name = field.name.lowercased()
            if BankForwarder.plainAnswerHeaders.contains(name) || operation.answerHeaders.contains(name) {
                answer.headers.add(field.name, field.value)
            }
        }
        answer.headers["Cache-Control"] = "no-store"
        return answer
    }
}

extension BankAccount {
    /// The credentials that the gateway can add.
    var credentials: Set<GatewayCredential> {
        var credentials: Set<GatewayCredential> = []
        if hasCertificate { credentials.insert(.clientCertificate) }
        if token != nil { credentials.insert(.clientSecret) }
        if apiKey != nil { credentials.insert(.apiKey) }
        if signature != nil { credentials.insert(.detachedSignature) }
        if authorization != nil { credentials.insert(.userToken) }
        return credentials
    }
}

extension HTTPRequest {
    /// Returns the request with an access token.
    fileprivate func authorized(by token: Secret, scheme: String = "Bearer") -> HTTPRequest {
        var request = self
        request.headers["Authorization"] = scheme + " " + token.withBytes { String(decoding: $0, as: UTF8.self) }
        return request
    }
}
