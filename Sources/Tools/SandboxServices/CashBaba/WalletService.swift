package import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Serves the wallet's eighteen operations below `/api/`, and the public key for PIN encryption at `/publickey.pem` and
/// `/publickey.der`.
package struct WalletService: HTTPService {
    private let service: FaultyService
    /// The operation names for fault injection.
    package let operations: Set<String>

    /// Creates the service with the given faults.
    package init(_ wallet: Wallet, faults: SandboxFaults = SandboxFaults()) {
        let calls = WalletCall.allCases
        let known = Dictionary(
            uniqueKeysWithValues: calls.map { ("\($0.method.rawValue) \($0.pattern)", $0.rawValue) })
        operations = Set(known.values)
        service = FaultyService(
            rest: Router(calls.map { $0.route(wallet) } + WalletService.keyRoutes(wallet.key.publicKey)),
            operations: known, faults: faults, dependencies: wallet.dependencies,
            refusal: { request, status, headers in
                var response = WalletError.told(status).response(in: WalletService.language(of: request))
                response.headers = response.headers.overridden(by: headers)
                return response
            })
    }

    private static func keyRoutes(_ key: RSAPublicKey) -> [Route] {
        [("pem", "application/x-pem-file", Array(key.pem.utf8)), ("der", "application/octet-stream", key.spki)].map {
            ending, type, bytes in
            Route(.get, "/publickey.\(ending)", body: .whole(limit: 0)) { _, _ in
                HTTPResponse(status: 200, headers: ["Content-Type": type], body: bytes)
            }
        }
    }

    /// Returns the language to answer in: the code in `lang`, or Arabic where `Accept-Language` prefers it, as `lang` has no
    /// code for it.
    static func language(of request: HTTPRequest) -> Language {
        let accepted = (request.headers["Accept-Language"] ?? "").split(separator: ",").first
        if accepted.map({ Language(preferred: [String($0)]) }) == .arabic { return .arabic }
        return request.headers[WalletHeader.language] == "bn" ? .bengali : .english
    }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse { await service.handle(request) }
    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service.bodyRule(for: head) }
    package func routeName(for head: HTTPRequest) -> String? { service.routeName(for: head) }
}

extension WalletCall {
    fileprivate typealias Work =
        @Sendable (Wallet, WalletRequest, borrowing Transaction) async throws -> Wallet.Answer

    fileprivate var method: HTTPMethod { shape == .get ? .get : .post }
    fileprivate var pattern: String { "/api/\(path)" }

    /// The implementation for a customer; `nil` for the operation that issues tokens.
    private var work: Work? {
        switch self {
        case .clientToken: nil
        case .setPinOTP: { try await $0.sendSetPinCode($1, in: $2) }
        case .setPinOTPVerify: { try await $0.verifySetPinCode($1, in: $2) }
        case .setPin: { try await $0.setPin($1, in: $2) }
        case .pinRules: { try await $0.pinRules($1, in: $2) }
        case .changePin: { try await $0.changePin($1, in: $2) }
        case .forgotPin: { try await $0.forgotPin($1, in: $2) }
        case .forgotPinOTPVerify: { try await $0.verifyForgotCode($1, in: $2) }
        case .forgotPinOTPResend: { try await $0.resendForgotCode($1, in: $2) }
        case .resetPin: { try await $0.resetPin($1, in: $2) }
        case .transfer: { try await $0.transfer($1, in: $2) }
        case .payment: { try await $0.pay("payment", $1, in: $2) }
        case .distributorPayment: { try await $0.pay("distributor", $1, in: $2) }
        case .cpqrcValidate: { try await $0.validate($1, in: $2) }
        case .cpqrcConfirm: { try await $0.confirm($1, in: $2) }
        case .cpqrcStatus: { try await $0.status($1, in: $2) }
        case .cpqrcResendOTP: { try await $0.resendCode($1, in: $2) }
        case .prepaidCard: { try await $0.orderCard($1, in: $2) }
        }
    }

    fileprivate func route(_ wallet: Wallet) -> Route {
        let limit = shape == .multipart ? WalletRequest.bodyLimit : 64 * 1_024
        return Route(method, pattern, body: .whole(limit: limit)) { request, parameters in
            let language = WalletService.language(of: request)
            do {
                switch try await answer(wallet, request, parameters["reference"]) {
                case .failure(let fault): return fault.response(in: language)
                case .success(let data): return response(data)
                }
            } catch let fault as WalletError {
                return fault.response(in: language)
            } catch {
                return WalletError.unavailable.response(in: language)
            }
        }
    }

    /// Encodes an answer. A token's members are at the top level, those of other answers in `data`.
    private func response(_ data: JSONValue) -> HTTPResponse {
        let isData = self != .clientToken && data != .null
        let reply = WalletReply(code: 200, messages: ["OK"], data: isData ? WireJSON(data) : nil)
        var body = reply.json.object ?? [:]
        if self == .clientToken { body.merge(data.object ?? [:]) { own, _ in own } }
        return .json(.object(body), headers: ["Cache-Control": "no-store"])
    }

    private func answer(_ wallet: Wallet, _ request: HTTPRequest, _ reference: String) async throws -> Wallet.Answer {
        guard let work else {
            return try await wallet.grant(try WalletForm(request), scope: request.headers[WalletHeader.scope])
        }
        var call = WalletRequest(reference: reference)
        call.language = WalletService.language(of: request)
        if shape == .multipart {
            try call.read(multipart: request)
        } else if method == .post {
            call.form = try WalletForm(request)
        }
        let (asked, scope) = (call, scope)
        let answer = try await wallet.database.write { transaction -> Wallet.Answer in
            switch try await wallet.customer(of: request, scope: scope, in: transaction) {
            case .failure(let fault): return .failure(fault)
            case .success(let customer):
                var call = asked
                call.customer = customer
                return try await work(wallet, call, transaction)
            }
        }
        // Delivered before the answer, so that the code is there when a screen asks for it.
        await wallet.post.deliver()
        return answer
    }
}
