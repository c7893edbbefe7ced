import Foundation
import JourneyBase
import Synchronization

/// The partner's proxy for tests. It follows its contract unless a response is planned.
final class FakeProxy: HTTPService {
    struct Call: Hashable {
        let path: String
        let query: String?
        let body: JSONValue?
        let key: String?
        let token: String?
    }

    private struct State {
        var calls: [Call] = []
        var planned: [String: [@Sendable () async -> HTTPResponse]] = [:]
        var status = "ACTIVE"
        var kind = "VIRTUAL"
        var tickets = 0
    }

    static let origin = TestOrigins.at("proxy.example")
    static let card = "c0ffee00-2222-4333-8444-555555555555"
    static let user = "11111111-2222-4333-8444-555555555555"
    static let challenge = "66666666-7777-4888-8999-aaaaaaaaaaaa"
    static let token = "card-auth.token_of~the+tests/1="

    private let state = Mutex(State())

    var calls: [Call] { state.withLock(\.calls) }
    func calls(_ last: String) -> [Call] { calls.filter { $0.path.hasSuffix("/" + last) } }

    func set(kind: String) { state.withLock { $0.kind = kind } }
    /// Sets the card's status.
    func set(status: String) { state.withLock { $0.status = status } }

    /// Plans the next responses to calls whose path ends in `last`.
    func plan(_ last: String, _ answers: HTTPResponse...) {
        state.withLock { $0.planned[last, default: []] += answers.map { answer in { answer } } }
    }

    func plan(_ last: String, _ answer: @escaping @Sendable () async -> HTTPResponse) {
        state.withLock { $0.planned[last, default: []].append(answer) }
    }

    static func problem(_ status: Int, _ code: String, _ more: [String: JSONValue] = [:]) -> HTTPResponse {
        .json(.object(["code": .string(code)].merging(more) { $1 }), status: status)
    }

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        let last = String(request.url.path.split(separator: "/").last ?? "")
        let planned = state.withLock { state in
            state.calls.append(
                Call(
                    path: request.url.path, query: request.url.query, body: try? JSONReader.read(request.body),
                    key: request.headers["Idempotency-Key"], token: request.headers["Authorization"]))
            return state.planned[last]?.isEmpty == false ? state.planned[last]?.removeFirst() : nil
        }
        if let planned { return await planned() }
        switch last {
        case "confirm-consent": return .json(["cardAuthToken": .string(FakeProxy.token)])
        case "resend-consent-code", "revoke-consent": return .json([:])
        case "pages":
            let number = state.withLock { state in
                state.tickets += 1
                return state.tickets
            }
            return .json(["url": .string("\(FakeProxy.origin)/striga/page/ticket-\(number)")], status: 201)
        case "transactions": return .json(FakeProxy.transactions(1...5, next: nil))
        case "freeze": set(status: "BLOCKED")
        case "unfreeze": set(status: "ACTIVE")
        default: break
        }
        return .json(card)
    }

    var card: JSONValue {
        var card: [String: JSONValue] = [
            "id": .string(FakeProxy.card), "name": "Mina Rahman", "expiry": "09/29",
            "maskedCardNumber": "**** **** **** 4242", "type": .string(state.withLock(\.kind)), "currency": "EUR",
            "design": ["name": "Harbour", "background": "#0b5fae", "accent": "#083f74", "text": "#ffffff"],
        ]
        let status = state.withLock(\.status)
        card["status"] = .string(status)
        if status == "BLOCKED" { card["blockType"] = "BLOCKEDBYCARDHOLDER" }
        return .object(card)
    }

    static func transactions(_ numbers: ClosedRange<Int>, next: String?) -> JSONValue {
        var page: [String: JSONValue] = [
            "transactions": .array(
                numbers.map { number in
                    [
                        "id": .string("t-\(number)"), "date": "2026-11-12T10:00:00Z",
                        "merchant": .string("Shop \(number)"), "amount": "12.50", "currency": "EUR",
                        "direction": "debit", "status": .string(number == 1 ? "pending" : "completed"),
                    ]
                })
        ]
        page["next"] = next.map { .string($0) }
        return .object(page)
    }
}

enum TestOrigins {
    static func at(_ host: String) -> Origin {
        guard let origin = Origin(scheme: "https", host: host, port: 443) else {
            preconditionFailure("\(host) is no host")
        }
        return origin
    }
}
