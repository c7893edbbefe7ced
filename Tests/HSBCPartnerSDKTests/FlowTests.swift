import Foundation
import JourneyBase
import JourneyCrypto
import JourneyOpenAPITool
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import HSBCPartnerSDK

/// The flows of published banks' documents, run by the engine: pages, calls, answers, outputs and the result.
@Suite(
    "The flows of published banks, run by the engine", .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"),
    .timeLimit(.minutes(10)))
struct FlowTests {
    private static let document = "https://gateway.example/journeys/money-transfer/openapi.json"

    /// One call of a flow.
    private struct Call {
        let json: JSONValue
        let step: String

        var id: String { json["operationId"]?.string ?? "" }

        /// The binding, with all that the flow says of the call.
        func binding(isLast: Bool) -> JSONValue {
            var arguments: [String: JSONValue] = [:]
            for (name, argument) in json["arguments"]?.object ?? [:] { arguments[name] = argument["expression"] }
            arguments["body"] = json["body"]?["expression"]
            var call: [String: JSONValue] = ["operationId": .string(id), "headers": headers(arguments)]
            if json["body"] != nil {
                call["movesMoney"] = .bool(isLast)
                // Berlin's X-Request-ID is unique for each request, and no key.
                if let header = json["idempotencyHeader"]?.string, header != "X-Request-ID" {
                    call["effect"] = "keyed"
                    call["key"] = ["header": .string(header), "maxLength": 40, "windowMs": 3_600_000]
                } else {
                    call["effect"] = "once"
                }
            }
            let outputs = (json["out"]?.object ?? [:]).mapValues { output -> JSONValue in
                ["type": .string(Call.type(of: output["value"])), "value": output["expression"] ?? .null]
            }
            return [
                "onEvent": "go", "call": .object(call), "in": .object(arguments), "out": .object(outputs),
                "onSuccessEmit": "went", "onErrorEmit": "failed",
            ]
        }

        /// Required headers whose values a bank's gateway or the app's installation gives.
        private func headers(_ arguments: [String: JSONValue]) -> JSONValue {
            var headers: [String: JSONValue] = [:]
            if id.hasPrefix("CreateDomestic") { headers["x-jws-signature"] = "'given-by-the-gateway'" }
            if id == "initiatePayment" { headers["PSU-IP-Address"] = "'192.0.2.1'" }
            if id == "getPaymentInitiationStatus" { headers["X-Request-ID"] = "'99391c7e-ad88-49ec-a2ad-99ddcb1f7721'" }
            return .object(headers.filter { arguments[$0.key] == nil })
        }

        private static func type(of value: JSONValue?) -> String {
            switch value {
            case .string: "string"
            case .bool: "boolean"
            case .array: "array"
            case .number: "number"
            default: "object"
            }
        }
    }

    /// Returns the bundle of a published document's operations, on the test bank's origin.
    static func openAPI(_ file: String, _ operations: Set<String>) throws -> [UInt8] {
        var request = OpenAPIBundle.Request(entry: Vectors.path("bank-apis/\(file)"))
        request.operations = operations
        var document = try JSONReader.read(try OpenAPIBundle(request).bytes, limits: JSONLimits(bytes: 1 << 23))
        document = document.with("servers", [["url": "https://bank.example/api"]]).with("security", nil)
        // The bank's credentials are the gateway's, which adds them.
        var paths = document["paths"]?.object ?? [:]
        for (path, item) in paths {
            paths[path] = .object(
                (item.object ?? [:]).mapValues { $0["operationId"] == nil ? $0 : $0.with("security", nil) })
        }
        return document.with("paths", .object(paths)).compactBytes
    }

    private func manifest(_ calls: [Call], _ openAPI: [UInt8]) -> JSONValue {
        var steps: [String: JSONValue] = ["bad": ["type": "terminal", "outcome": "failed"]]
        var result: [String: JSONValue] = ["reference": "'none'"]
        for (index, call) in calls.enumerated() {
            let next = index + 1 < calls.count ? calls[index + 1].step : "done"
            steps[call.step] = [
                "type": "web", "url": .string("https://bank.example/pages/\(index)"),
                "bindings": [call.binding(isLast: index + 1 == calls.count)],
                "on": ["went": ["to": .string(next)], "failed": ["to": "bad"]],
            ]
            for name in call.json["out"]?.object?.keys.sorted() ?? [] {
                result["\(call.step)_\(name)"] = .string("steps.\(call.step).\(name)")
            }
        }
        steps["done"] = ["type": "terminal", "result": .object(result)]
        return TestDocuments.manifest(openAPI: openAPI).with("manifestVersion", "1.3")
            .with("headers", ["X-Channel": "'partner'"])
            .with("startStep", .string(calls[0].step)).with("steps", .object(steps))
    }

    @Test("send each body and read each answer byte for byte, in canonical JSON")
    func flows() async throws {
        let flows = try #require(try JSONReader.read(try Vectors.bytes("bank-apis/flows.json")).array)
        var equal = 0
        for flow in flows {
            let list = try #require(flow["calls"]?.array)
            let last = list.last?["context"]?["steps"]?.object?.keys.first ?? "first"
            let calls = list.enumerated().map { Call(json: $1, step: $0 == 0 ? last : "last") }
            let openAPI = try Self.openAPI(try #require(flow["document"]?.string), Set(calls.map(\.id)))
            let payload = try #require(list[0]["context"]?["payload"])
            var world = try JourneyFixture(hurried: true) { page in
                try await page.connect()
                try await page.emit("go", payload)
            }
            world.openAPI = openAPI
            world.manifest = manifest(calls, openAPI)
            let session = try #require(list[0]["context"]?["session"])
            world.dependencies = .session(session, like: world.dependencies)
            let bank = ScriptedBank(list.compactMap { $0["response"] })
            let transport = try await world.transport(adding: [world.bankOrigin: bank])
            let outcome = try await world.run(transport)
            guard case .completed(let result) = outcome else {
                Issue.record("\(flow["flow"]?.string ?? ""): \(outcome) \(world.events.entries("error"))")
                continue
            }
            for (call, request) in zip(calls, bank.requests) {
                var isEqual = true
                if let wanted = call.json["body"]?["value"], call.json["body"]?["expression"] != nil {
                    let body = try? JSONReader.read(request.body)
                    isEqual = body?.canonicalBytes == wanted.canonicalBytes
                    #expect(isEqual, "\(call.id)")
                }
                for (name, argument) in call.json["arguments"]?.object ?? [:] {
                    let value = argument["value"]?.string ?? argument["value"]?.compactText ?? ""
                    let isSent = request.headers[name] == value || request.url.path.contains(value)
                    #expect(isSent, "\(call.id) \(name)")
                    isEqual = isEqual && isSent
                }
                for (name, output) in call.json["out"]?.object ?? [:] {
                    let found = result["\(call.step)_\(name)"]
                    let isRead = found?.canonicalBytes == output["value"]?.canonicalBytes
                    #expect(isRead, "\(call.id) \(name)")
                    isEqual = isEqual && isRead
                }
                if isEqual { equal += 1 }
            }
        }
        #expect(equal == 7)
    }
}

extension Dependencies {
    /// Dependencies whose first two identifiers are those of `session`: the run's name, then its own key.
    fileprivate static func session(_ session: JSONValue, like other: Dependencies) -> Dependencies {
        let given = ["correlationId", "idempotencyKey"].compactMap { name in
            session[name]?.string.flatMap { Hex.decode($0.replacing("-", with: "")) }
        }
        let rest = Mutex(given)
        return Dependencies(
            now: other.now, clock: other.clock,
            random: { count in
                let next = rest.withLock { rest in count == 16 && !rest.isEmpty ? rest.removeFirst() : nil }
                return next ?? other.random(count)
            }, log: other.log)
    }
}

/// Answers each request with the next response of a script.
private final class ScriptedBank: HTTPService {
    private let state: Mutex<(responses: [JSONValue], requests: [HTTPRequest])>

    init(_ responses: [JSONValue]) { state = Mutex((responses, [])) }

    var requests: [HTTPRequest] { state.withLock(\.requests) }

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        state.withLock { state in
            state.requests.append(request)
            guard !state.responses.isEmpty else { return HTTPResponse(status: 404) }
            let next = state.responses.removeFirst()
            // Headers that the documents require and the flows do not show.
            var headers: HTTPFields = [
                "x-fapi-interaction-id": "93bac548-d2de-4546-b106-880a5018460d",
                "X-Request-ID": "99391c7e-ad88-49ec-a2ad-99ddcb1f7721", "Location": "/v1/payments/1234-wertiq-983",
                "ASPSP-SCA-Approach": "REDIRECT", "x-jws-signature": "given-by-the-bank",
            ]
            for (name, value) in next["headers"]?.object ?? [:] { headers[name] = value.string }
            return .json(next["body"] ?? .null, status: Int(next["status"]?.int64 ?? 500), headers: headers)
        }
    }
}
