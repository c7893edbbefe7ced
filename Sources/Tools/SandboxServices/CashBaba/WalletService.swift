package import JourneyBase
import JourneyCrypto
import JourneyServer

/// The wallet's eighteen calls as a service, below `/api/`, and beside them the public key that PINs are encrypted with, as
/// `/publickey.pem` and `/publickey.der`.
package struct WalletService: HTTPService {
    private let service: FaultyService
    /// The names that faults have for the calls.
    package let operations: Set<String>

    /// `faults` is what it is told to do wrong.
    package init(_ wallet: Wallet, faults: SandboxFaults = SandboxFaults()) {
        let entries = Entry.all
        let known = Dictionary(entries.map { ("\($0.method.rawValue) \($0.pattern)", $0.name) }) { first, _ in first }
        operations = Set(known.values)
        service = FaultyService(
            rest: Router(entries.map { $0.route(wallet) } + WalletService.keyRoutes(wallet.key.publicKey)),
            operations: known, faults: faults, surroundings: wallet.surroundings,
            refusal: { request, status, headers in
                var response = WalletFault.told(status).response(in: WalletService.language(of: request))
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

    static func language(of request: HTTPRequest) -> Language { request.headers["lang"] == "bn" ? .bengali : .english }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse { await service.handle(request) }
    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service.bodyRule(for: head) }
    package func routeName(for head: HTTPRequest) -> String? { service.routeName(for: head) }
}

/// One call: where it stands, what faults call it, under which scopes it may be made, and what it does.
private struct Entry: Sendable {
    enum Work: Sendable {
        /// Gives a token; the one call without one.
        case token
        case call(@Sendable (Wallet, WalletCall, borrowing Transaction) async throws -> Wallet.Answer)
    }

    let method: HTTPMethod
    let pattern: String
    let name: String
    var scopes: Set<String> = []
    var isMultipart = false
    let work: Work

    static var all: [Entry] {
        let (pin, pay, qr): (Set<String>, Set<String>, Set<String>) = (["PinManagement"], ["Payment"], ["Transaction"])
        return [
            Entry(method: .post, pattern: "/api/v1/connect/token", name: "clientToken", work: .token),
            post("profile/otpsend", "setPinOTP", pin) { try await $0.sendSetPinCode($1, in: $2) },
            post("profile/otpverify", "setPinOTPVerify", pin) { try await $0.verifySetPinCode($1, in: $2) },
            post("profile/pinset", "setPin", pin) { try await $0.setPin($1, in: $2) },
            get("profile/pinvalidationrules", "pinRules", pin) { try await $0.pinRules($1, in: $2) },
            post("profile/pinchange", "changePin", pin) { try await $0.changePin($1, in: $2) },
            post("profile/forgetpin", "forgotPin", pin) { try await $0.forgotPin($1, in: $2) },
            post("profile/forgetpinotpverify", "forgotPinOTPVerify", pin) { try await $0.verifyForgotCode($1, in: $2) },
            post("profile/forgetpinotpresend", "forgotPinOTPResend", pin) { try await $0.resendForgotCode($1, in: $2) },
            post("profile/resetpin", "resetPin", pin) { try await $0.resetPin($1, in: $2) },
            post("Transaction/WithdrawMoneyToBank", "transfer", ["LinkBank"]) { try await $0.transfer($1, in: $2) },
            post("transaction/paymentconfirm", "payment", pay) { try await $0.pay("payment", $1, in: $2) },
            post("transaction/MerchantDistributorPaymentConfirm", "distributorPayment", pay) {
                try await $0.pay("distributor", $1, in: $2)
            },
            get("transaction/CPQRCPaymentValidation/{reference}", "cpqrcValidate", qr) {
                try await $0.validate($1, in: $2)
            },
            Entry(
                method: .post, pattern: "/api/v1/transaction/CPQRCPaymentConfirm", name: "cpqrcConfirm", scopes: qr,
                isMultipart: true, work: .call { try await $0.confirm($1, in: $2) }),
            get("transaction/CPQRCPaymentStatus/{reference}", "cpqrcStatus", qr) { try await $0.status($1, in: $2) },
            get("transaction/ResendTransactionOTP/{reference}", "cpqrcResendOTP", qr) {
                try await $0.resendCode($1, in: $2)
            },
            post("transaction/bankcardissuingrequest", "prepaidCard", ["CardIssue"]) {
                try await $0.orderCard($1, in: $2)
            },
        ]
    }

    private static func post(
        _ path: String, _ name: String, _ scopes: Set<String>,
        _ work: @escaping @Sendable (Wallet, WalletCall, borrowing Transaction) async throws -> Wallet.Answer
    ) -> Entry {
        Entry(method: .post, pattern: "/api/v1/\(path)", name: name, scopes: scopes, work: .call(work))
    }

    private static func get(
        _ path: String, _ name: String, _ scopes: Set<String>,
        _ work: @escaping @Sendable (Wallet, WalletCall, borrowing Transaction) async throws -> Wallet.Answer
    ) -> Entry {
        Entry(method: .get, pattern: "/api/v1/\(path)", name: name, scopes: scopes, work: .call(work))
    }

    func route(_ wallet: Wallet) -> Route {
        let limit = isMultipart ? WalletCall.bodyLimit : 64 * 1_024
        return Route(method, pattern, body: .whole(limit: limit)) { request, parameters in
            let language = WalletService.language(of: request)
            do {
                switch try await answer(wallet, request, parameters["reference"]) {
                case .failure(let fault): return fault.response(in: language)
                case .success(let data): return response(data)
                }
            } catch let fault as WalletFault {
                return fault.response(in: language)
            } catch {
                return WalletFault.unavailable.response(in: language)
            }
        }
    }

    /// A token's members stand beside the code, as others' stand in `data`.
    private func response(_ data: JSONValue) -> HTTPResponse {
        var body: [String: JSONValue] = ["code": 200, "messages": ["OK"], "details": nil]
        if case .token = work {
            body.merge(data.object ?? [:]) { own, _ in own }
        } else if data != .null {
            body["data"] = data
        }
        return .json(.object(body), headers: ["Cache-Control": "no-store"])
    }

    private func answer(_ wallet: Wallet, _ request: HTTPRequest, _ reference: String) async throws -> Wallet.Answer {
        guard case .call(let work) = work else {
            return try await wallet.grant(try WalletForm(request), scope: request.headers["scope"])
        }
        var call = WalletCall(reference: reference)
        if isMultipart {
            try call.read(multipart: request)
        } else if method == .post {
            call.form = try WalletForm(request)
        }
        let (asked, scopes) = (call, scopes)
        let answer = try await wallet.database.write { transaction -> Wallet.Answer in
            switch try await wallet.customer(of: request, scopes: scopes, in: transaction) {
            case .failure(let fault): return .failure(fault)
            case .success(let customer):
                var call = asked
                call.customer = customer
                return try await work(wallet, call, transaction)
            }
        }
        // Before the answer: who reads a screen that asks for the code has it.
        await wallet.post.deliver()
        return answer
    }
}
