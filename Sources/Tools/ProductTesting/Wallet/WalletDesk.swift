public import CashBaba
import Foundation
public import JourneyBase
public import JourneyCrypto
import Synchronization

/// The service of a `WalletSandbox`: CashBaba's eighteen calls, by the rules of the one of `journey serve`
/// (`docs/sandbox.md`), in memory. PINs come encrypted to its key and are decrypted here; its sentences are English.
public final class WalletDesk: HTTPService {
    /// What the next call of an endpoint meets.
    public enum Fault: Sendable {
        /// Refused with this status, and nothing is done.
        case status(Int)
        /// Done, and then the answer is lost: nobody knows.
        case lostAnswer
    }

    /// Whom the service lets in.
    public static let clientID = "sandbox-app"
    public static let clientSecret: HostSecret = "sandbox-secret"

    /// The scopes that tokens are given under, and those of the calls that each lets through.
    private static let scopes: [String: Set<String>] = [
        "PinManagement": ["PinManagement"], "Payment": ["Payment", "Transaction"], "LinkBank": ["LinkBank"],
        "CardIssue": ["CardIssue"],
    ]
    /// The scopes of the published table, by call.
    private static func scope(of endpoint: Endpoint) -> String {
        switch endpoint {
        case .cpqrcValidate, .cpqrcConfirm, .cpqrcStatus, .cpqrcResendOTP: "Transaction"
        case .payment, .distributorPayment: "Payment"
        case .transfer: "LinkBank"
        case .prepaidCard: "CardIssue"
        default: "PinManagement"
        }
    }

    /// What partners get: PINs are encrypted to it.
    public let publicKey: RSAPublicKey
    private let key: RSAPrivateKey
    private let time: SandboxTime
    private let state: Mutex<(book: WalletBook, faults: [Endpoint: [Fault]])>

    init(
        _ customer: WalletCustomer, key: RSAPrivateKey, time: SandboxTime, random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.key = key
        self.time = time
        publicKey = key.publicKey
        state = Mutex((WalletBook(customer, random: random), [:]))
    }

    /// The customer as they stand now.
    public var customer: WalletCustomer { state.withLock(\.book.customer) }
    /// The codes that were sent, in order.
    public var codes: [String] { state.withLock(\.book.inbox) }
    /// The last code that was sent; empty when none was.
    public var lastCode: String { codes.last ?? "" }
    /// What was moved, in order: the reference or the bank's token, and the amount in poisha.
    public var payments: [(to: String, amount: Int64)] { state.withLock(\.book.ledger) }

    /// Has the next calls of `endpoint` meet these, one each.
    public func inject(_ faults: Fault..., into endpoint: Endpoint) {
        state.withLock { $0.faults[endpoint, default: []] += faults }
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        guard let (endpoint, reference) = WalletDesk.endpoint(of: request) else {
            return Refusal.notFound.response
        }
        let fault = state.withLock { state -> Fault? in
            guard state.faults[endpoint]?.isEmpty == false else { return nil }
            return state.faults[endpoint]?.removeFirst()
        }
        if case .status(let status)? = fault { return WalletRefusal(status, "The test wants it so.").response }
        let answer = answer(request, endpoint, reference)
        // Half of a body: the transport's caller cannot know what was done.
        if case .lostAnswer? = fault { return HTTPResponse(status: 200, body: Array("{".utf8)) }
        return answer
    }

    private func answer(_ request: HTTPRequest, _ endpoint: Endpoint, _ reference: String) -> HTTPResponse {
        do throws(WalletRefusal) {
            var ask = try read(request, endpoint)
            ask.reference = reference
            let now = time.now()
            let result = state.withLock { state -> WalletBook.Answer in
                state.book.now = now
                if endpoint == .clientToken { return WalletDesk.grant(ask, request, &state.book) }
                if let refusal = WalletDesk.refusal(request, endpoint, state.book) { return .failure(refusal) }
                return state.book.answer(endpoint, ask)
            }
            var body: [String: JSONValue] = ["code": 200, "messages": ["OK"], "details": nil]
            let data = try result.get()
            // A token's members stand beside the code, as others' stand in `data`.
            if endpoint == .clientToken {
                body.merge(data.object ?? [:]) { own, _ in own }
            } else if data != .null {
                body["data"] = data
            }
            return .json(.object(body), headers: ["Cache-Control": "no-store"])
        } catch { return error.response }
    }

    /// Which call it is, and what its path says.
    private static func endpoint(of request: HTTPRequest) -> (Endpoint, String)? {
        let paths = ApiPaths()
        for endpoint in Endpoint.allCases {
            guard request.method == (endpoint.shape == .get ? .get : .post) else { continue }
            let path = "/api/" + paths[endpoint]
            guard let place = path.range(of: "{reference}") else {
                if path == request.url.path { return (endpoint, "") }
                continue
            }
            let head = path[..<place.lowerBound]
            guard request.url.path.hasPrefix(head) else { continue }
            let rest = request.url.path.dropFirst(head.count)
            // One part of a path, and nothing that hides another.
            guard let reference = String(rest).removingPercentEncoding, !rest.isEmpty,
                !(rest + reference).contains(where: { $0 == "/" || $0 == "\\" }),
                reference.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else { return nil }
            return (endpoint, reference)
        }
        return nil
    }

    /// The form of a call, with its PINs decrypted.
    private func read(_ request: HTTPRequest, _ endpoint: Endpoint) throws(WalletRefusal) -> WalletAsk {
        var ask = WalletAsk()
        switch endpoint.shape {
        case .get: break
        case .form:
            guard request.hasBody(FormBody.contentType) else { throw .mediaType }
            guard let form = FormBody(parsing: request.body, entryLimit: 16) else { throw .malformed }
            for entry in form.entries { try ask.put(entry.name, entry.value) }
        case .multipart: try ask.read(multipart: request)
        }
        for name in ["Pin", "ConfirmPin", "OldPin"] {
            ask.pins[name] = ask.form[name].flatMap { pin($0) }
        }
        return ask
    }

    /// The PIN that is encrypted to this service's key; `nil` for what is no ciphertext. Wrong padding gives another PIN.
    private func pin(_ text: String) -> String? {
        guard text.utf8.count <= 2_048, let bytes = Data(base64Encoded: text),
            let pin = try? key.decryptPKCS1([UInt8](bytes))
        else { return nil }
        return pin.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func grant(_ ask: WalletAsk, _ request: HTTPRequest, _ book: inout WalletBook) -> WalletBook.Answer {
        guard ask["grant_type"] == "client_credentials", let scope = request.headers["scope"],
            let allowed = scopes[scope]
        else { return .failure(.malformed) }
        let given = Secret(copying: ask["client_secret"].utf8)
        guard ask["client_id"] == clientID, given.hasSameBytes(as: clientSecret.secret) else {
            return .failure(.unauthorized)
        }
        let token = Base64URL.encode(book.random(32))
        book.sessions[SHA256.hash(Array(token.utf8))] = (allowed, book.now + 300)
        return .success(["access_token": .string(token), "token_type": "Bearer", "expires_in": 300])
    }

    private static func refusal(_ request: HTTPRequest, _ endpoint: Endpoint, _ book: WalletBook) -> WalletRefusal? {
        guard let token = request.credentials("Bearer"), let session = book.sessions[SHA256.hash(Array(token.utf8))],
            book.now < session.expires, request.headers["w-token"] == book.customer.token
        else { return .unauthorized }
        let wanted = scope(of: endpoint)
        guard request.headers["scope"] == wanted, session.scopes.contains(wanted) else { return .otherScope }
        return nil
    }
}
