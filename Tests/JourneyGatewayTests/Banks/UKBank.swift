import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization

@testable import JourneyGateway

/// The payment API of a bank of UK Open Banking, as far as one payment needs it. It trusts glewlwyd's tokens alone, with a proof of
/// the key that they are bound to.
final class UKBank: Sendable {
    struct State {
        var calls: [String] = []
        var tokens: [String] = []
        var consents: [String: (status: String, data: JSONValue)] = [:]
        var payments: [String] = []
        var refusals: [String] = []
    }

    let state = Mutex(State())
    private let keys: JWKSet
    private let thumbprint: String
    private let client: String

    init(keys: JWKSet, thumbprint: String, client: String) {
        (self.keys, self.thumbprint, self.client) = (keys, thumbprint, client)
    }

    var payments: [String] { state.withLock(\.payments) }
    var refusals: [String] { state.withLock(\.refusals) }

    /// The person authorized the consent at the bank's pages.
    func authorize(_ consent: String, when isAuthorized: Bool) {
        state.withLock { if isAuthorized { $0.consents[consent]?.status = "Authorised" } }
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let path = request.url.path.dropFirst("/open-banking/v3.1/pisp".utf8.count)
        state.withLock { $0.calls.append("\(request.method.rawValue) \(path)") }
        guard let subject = subject(of: request) else {
            state.withLock { $0.refusals.append("token") }
            return HTTPResponse(status: 401, headers: ["WWW-Authenticate": "DPoP error=\"invalid_token\""])
        }
        let isPost = request.method == .post
        guard !isPost || request.headers["x-jws-signature"]?.contains("..") == true else {
            state.withLock { $0.refusals.append("signature") }
            return Self.refusal("UK.OBIE.Signature.Missing")
        }
        let body = (try? JSONReader.read(request.body)) ?? .null
        return state.withLock { state in
            switch (isPost, path.split(separator: "/").map(String.init)) {
            case (true, ["domestic-payment-consents"]) where subject == client:
                state.consents["C-1"] = ("AwaitingAuthorisation", body)
                return Self.consent("C-1", "AwaitingAuthorisation", body, status: 201)
            case (false, ["domestic-payment-consents", "C-1"]) where subject == client:
                guard let (status, data) = state.consents["C-1"] else { return HTTPResponse(status: 404) }
                return Self.consent("C-1", status, data, status: 200)
            // A payment needs the person's token, and what the person authorized.
            case (true, ["domestic-payments"]) where subject != client:
                guard let id = body["Data"]?["ConsentId"]?.string, let (status, data) = state.consents[id],
                    status == "Authorised", data["Data"]?["Initiation"] == body["Data"]?["Initiation"]
                else { return Self.refusal("UK.OBIE.Resource.ConsentMismatch") }
                state.payments.append(id)
                state.consents[id]?.status = "Consumed"
                return .json(
                    ["Data": ["DomesticPaymentId": "P-1", "Status": "AcceptedSettlementInProcess"]], status: 201)
            default:
                state.refusals.append("\(request.method.rawValue) \(path) by \(subject)")
                return HTTPResponse(status: 403)
            }
        }
    }

    private static func refusal(_ code: String) -> HTTPResponse {
        .json(["Code": "400", "Errors": [["ErrorCode": .string(code), "Message": "Refused."]]], status: 400)
    }

    private static func consent(_ id: String, _ state: String, _ body: JSONValue, status: Int) -> HTTPResponse {
        .json(
            [
                "Data": [
                    "ConsentId": .string(id), "Status": .string(state),
                    "Initiation": body["Data"]?["Initiation"] ?? .null,
                ], "Risk": [:],
            ], status: status)
    }

    /// Returns the subject of a token that glewlwyd signed, and that is bound to the key of the request's proof.
    private func subject(of request: HTTPRequest) -> String? {
        guard let field = request.headers["Authorization"], field.hasPrefix("DPoP "),
            let text = request.headers["DPoP"],
            let proof = try? DPoPProof(text), proof.thumbprint == thumbprint
        else { return nil }
        let token = String(field.dropFirst(5))
        state.withLock { $0.tokens.append(token) }
        guard let payload = try? CompactJWS.verify(token, typ: "at+jwt", keys: keys).payload,
            let claims = try? JSONReader.read(payload), claims["cnf"]?["jkt"]?.string == thumbprint,
            (try? proof.check(request.method, request.url, token: token, now: Int64(Date().timeIntervalSince1970)))
                != nil,
            claims["scope"]?.string?.contains("payments") == true
        else { return nil }
        return claims["sub"]?.string
    }
}
