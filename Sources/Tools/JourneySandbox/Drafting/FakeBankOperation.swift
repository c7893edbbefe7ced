import JourneyBase
import JourneyLanguage
import JourneyServer
import JourneyWire

/// An operation of a fake bank.
struct FakeBankOperation: Sendable {
    let id: String
    let method: HTTPMethod
    /// The segments of its path, without the base.
    let path: [String]
    let takesToken: Bool
    /// The operation as journeys call it; `nil` for one that the manifest doesn't call, which is not checked.
    let operation: Operation?
    let answer: ExampleAnswer?
    /// The parameter that names the resources which this operation creates, if the document has a path with one.
    let resource: String?
    /// The place of the idempotency key: `header` or `body`, and its name.
    private let key: (place: String, name: String)?

    init(
        _ entry: OpenAPIEntry, call: JSONValue?, operation: Operation?, schemas: DraftSchema,
        among entries: [OpenAPIEntry]
    ) {
        (id, method, self.operation) = (entry.id, entry.method, operation)
        let path = entry.path.split(separator: "/").map(String.init)
        self.path = path
        takesToken = operation?.takesToken ?? true
        answer = ExampleAnswer(entry, schemas: schemas, operation: operation)
        let below = entries.lazy.map { $0.path.split(separator: "/").map(String.init) }
            .first { $0.count > path.count && $0.starts(with: path) && $0[path.count].hasPrefix("{") }
        resource = entry.method == .post ? below.map { String($0[path.count].dropFirst().dropLast()) } : nil
        if let header = call?["key"]?["header"]?.string {
            key = ("header", header)
        } else if let pointer = call?["key"]?["body"]?.string {
            key = ("body", pointer)
        } else {
            key = entry.method == .get ? nil : ("header", BankHeader.idempotencyKey)
        }
    }

    /// Returns the calls of a manifest by operation.
    static func calls(of manifest: JSONValue) -> [String: JSONValue] {
        var calls: [String: JSONValue] = [:]
        for step in (manifest["steps"]?.object ?? [:]).values {
            for binding in step["bindings"]?.array ?? [] {
                guard let call = binding["call"], let id = call["operationId"]?.string else { continue }
                calls[id] = call
                // A status query has the credentials of its call.
                guard let query = binding["status"]?["operationId"]?.string, calls[query] == nil else { continue }
                calls[query] = ["operationId": .string(query), "gatewayCredentials": call["gatewayCredentials"] ?? []]
            }
        }
        return calls
    }

    /// Returns the operations that the manifest calls, as journeys call them, with the credentials that the gateway would add.
    static func resolved(_ calls: [String: JSONValue], in openAPI: JSONValue) -> [String: Operation] {
        guard let bank = Origin(scheme: "https", host: "bank.localhost", port: 443),
            let address = HTTPSURL(origin: bank, path: "/openapi.json")
        else { return [:] }
        let document = FakeBankAddresses.openAPI(openAPI, bank: bank).compactBytes
        var found: [String: Operation] = [:]
        let groups = Dictionary(grouping: calls) { call in
            Set(
                (call.value["gatewayCredentials"]?.array ?? []).compactMap { $0.string.flatMap(GatewayCredential.init) }
            )
        }
        for (supplied, calls) in groups {
            let results = try? Operation.resolving(
                calls.map(\.key), in: document, allowing: address, supplied: supplied)
            for (id, result) in results ?? [:] { found[id] = try? result.get() }
        }
        return found
    }

    /// Returns the values of the path's parameters.
    func values(of parameters: PathParameters) -> [String: String] {
        let names = path.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        return Dictionary(names.map { ($0, parameters[$0]) }) { first, _ in first }
    }

    /// Returns the faults of a request, without values.
    func faults(in request: HTTPRequest, _ parameters: PathParameters) -> [(field: String, detail: String)] {
        guard let operation else { return [] }
        let query = request.url.query.flatMap { FormBody(parsing: Array($0.utf8)) }?.entries ?? []
        let faults = operation.faults(
            in: Operation.Received(
                path: values(of: parameters),
                query: query.map { ($0.name, $0.value) }, headers: request.headers, body: request.body))
        return faults.filter { $0.field.lowercased() != FakeBankAddresses.requestID }
    }

    /// Returns the idempotency key of a request.
    func key(of request: HTTPRequest, _ body: JSONValue?) -> String? {
        guard let key else { return nil }
        if key.place == "header" { return request.headers[key.name] }
        return key.name.split(separator: "/").reduce(body) { $0?[String($1)] }?.string
    }

    /// Returns the answer with `body` if journeys accept that, else with the best of the others.
    func accepted(_ answer: ExampleAnswer, _ bodies: [JSONValue]) -> ExampleAnswer {
        for body in bodies {
            var changed = answer
            changed.body = body
            guard let operation else { return changed }
            if changed.isAccepted(by: operation) { return changed }
        }
        return answer
    }
}
