import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import HSBCPartnerSDK

/// A transfer at Adyen that has to be authenticated: the challenge comes in a header of a 401, and its answer in one of the repeat.
@Suite(
    "A transfer at Adyen with a challenge", .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"),
    .timeLimit(.minutes(10)))
struct AdyenChallengeTests {
    /// The transfer of `flows.json`.
    private struct Flow {
        let call: JSONValue
        let payload: JSONValue

        init() throws {
            let flows = try #require(try JSONReader.read(try Vectors.bytes("bank-apis/flows.json")).array)
            let flow = try #require(flows.first { $0["flow"] == "adyen-transfer" })
            call = try #require(flow["calls"]?[0])
            payload = try #require(call["context"]?["payload"])
        }

        /// The call of the transfer, with `headers` besides those of the flow.
        func binding(_ arguments: [String: JSONValue]) -> JSONValue {
            var all = arguments
            all["body"] = call["body"]?["expression"]
            return [
                "onEvent": "go",
                "call": [
                    "operationId": "post-transfers", "effect": "keyed", "movesMoney": true,
                    "key": ["header": "Idempotency-Key", "maxLength": 64, "windowMs": 3_600_000],
                    "answerHeaders": ["auth-param1"],
                ],
                "in": .object(all), "out": ["reference": "result.id"],
                "outOnError": ["challenge": ["type": "string", "value": "headers.`auth-param1`"]],
                "onSuccessEmit": "went", "onErrorEmit": "refused",
            ]
        }
    }

    /// Signs challenges, as Adyen's Authentication SDK does.
    private struct Signer: JourneyPlugin {
        let name = "adyen_sca"
        let methods: Set<String> = ["sign"]

        func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
            guard let challenge = params["challenge"]?.string else { throw JourneyError(.validationFail, "None.") }
            return ["signature": .string("signed-\(challenge)")]
        }
    }

    /// A bank that asks for an authentication once, and pays once for each key.
    private final class Adyen: HTTPService {
        /// The challenge, in the document's form.
        static let challenge = "eyJjaGFsbGVuZ2UiOiJiVlV6ZW5wek0waFNsIn0"

        private struct State {
            var requests: [HTTPRequest] = []
            var paid: Set<String> = []
        }

        private let state = Mutex(State())
        let answer: JSONValue
        /// The value of `auth-param1`, or `nil` for a 401 without a challenge.
        let challenge: String?

        init(_ answer: JSONValue, challenge: String?) { (self.answer, self.challenge) = (answer, challenge) }

        var requests: [HTTPRequest] { state.withLock(\.requests) }
        var payments: Int { state.withLock(\.paid.count) }

        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            state.withLock { state in
                state.requests.append(request)
                let key = request.headers["Idempotency-Key"] ?? ""
                let wanted = "SCA realm=\"Transfer\" auth-param1=\"signed-\(Adyen.challenge)\""
                guard !key.isEmpty, request.headers["WWW-Authenticate"] == wanted else {
                    let headers: HTTPFields = challenge.map { ["auth-param1": $0] } ?? [:]
                    return .json(
                        ["status": 401, "errorCode": "00_401", "errorType": "security", "message": "Authenticate."],
                        status: 401, headers: headers)
                }
                state.paid.insert(key)
                return .json(answer, status: 202, headers: ["Idempotency-Key": key])
            }
        }
    }

    private func run(challenge: String?) async throws -> (JourneyResult, Adyen) {
        let flow = try Flow()
        let openAPI = try FlowTests.openAPI("adyen-transfers-v4.json", ["post-transfers"])
        var world = try JourneyFixture(hurried: true) { page in
            try await page.connect()
            try await page.emit("go", flow.payload)
        }
        world.openAPI = openAPI
        world.plugins.append(Signer())
        let transitions: JSONValue = [
            "went": ["to": "done"], "refused": [["guard": "has(result.challenge)", "to": "challenge"], ["to": "bad"]],
        ]
        let answer = "'SCA realm=\"Transfer\" auth-param1=\"' + steps.challenge.signature + '\"'"
        world.manifest = TestDocuments.manifest(openAPI: openAPI).with("manifestVersion", "1.3")
            .with("headers", [:]).with("startStep", "transfer")
            .with(
                "steps",
                [
                    "transfer": [
                        "type": "web", "url": "https://bank.example/pages/1", "bindings": [flow.binding([:])],
                        "on": transitions,
                    ],
                    "challenge": [
                        "type": "native", "plugin": "adyen_sca", "in": ["challenge": "steps.transfer.challenge"],
                        "out": ["signature": "string"], "on": ["success": ["to": "again"], "error": ["to": "bad"]],
                    ],
                    "again": [
                        "type": "web", "url": "https://bank.example/pages/2",
                        "bindings": [flow.binding(["WWW-Authenticate": .string(answer)])],
                        "on": ["went": ["to": "done"], "refused": ["to": "bad"]],
                    ],
                    "done": [
                        "type": "terminal",
                        "result": [
                            "reference": "has(steps.again.reference) ? steps.again.reference : steps.transfer.reference"
                        ],
                    ],
                    "bad": ["type": "terminal", "outcome": "failed"],
                ])
        let bank = Adyen(flow.call["response"]?["body"] ?? .null, challenge: challenge)
        let transport = try await world.transport(adding: [world.bankOrigin: bank])
        return (try await world.run(transport), bank)
    }

    @Test("the header of the 401 is signed and sent back, with the flow's own body and a key of its own")
    func challenged() async throws {
        let flow = try Flow()
        let (result, bank) = try await run(challenge: Adyen.challenge)
        guard case .completed(let payload) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(payload["reference"] == flow.call["out"]?["reference"]?["value"])
        let requests = bank.requests
        #expect(requests.count == 2 && bank.payments == 1)
        #expect(requests.map { $0.headers["WWW-Authenticate"] == nil } == [true, false])
        #expect(requests[0].headers["Idempotency-Key"] != requests[1].headers["Idempotency-Key"])
        let amounts = try requests.map { try JSONReader.read($0.body)["amount"] }
        #expect(amounts == [["value": 16_588, "currency": "EUR"], ["value": 16_588, "currency": "EUR"]])
        #expect(requests[0].body == requests[1].body)
    }

    @Test(
        "without a challenge, or with one that is no plain header, the transfer fails and is not repeated",
        arguments: [nil, "a\u{1}b", String(repeating: "x", count: 4_097)] as [String?])
    func refused(challenge: String?) async throws {
        let (result, bank) = try await run(challenge: challenge)
        #expect(JourneyFixture.word(result) == "AUTH_EXPIRED", "\(result)")
        #expect(bank.requests.count == 1 && bank.payments == 0)
    }
}
