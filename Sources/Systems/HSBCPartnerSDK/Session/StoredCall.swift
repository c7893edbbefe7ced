internal import JourneyBase
internal import JourneyCrypto

/// The exact requests of a call whose answer may be lost: the call's own, and that of the query that decides it.
///
/// They are stored before the first byte leaves, so that a repeat sends the same bytes, whatever the manifest's expressions would
/// give by then. They contain what the person typed, and neither a token nor any other header of the run.
struct StoredCall: Sendable {
    /// The request that is repeated; `nil` for a call that is sent once.
    var call: HTTPRequest?
    /// The request of the status query; `nil` without one.
    var query: HTTPRequest?

    /// The longest item that is stored, in bytes. Of longer requests only the digest is stored: a repeat is made anew, and sent
    /// only if it is the same.
    static let limit = 1_000_000

    /// The item as JSON.
    var bytes: [UInt8] {
        var members: [String: JSONValue] = [:]
        members["call"] = call.map(StoredCall.json)
        members["query"] = query.map(StoredCall.json)
        return JSONValue.object(members).compactBytes
    }

    init(call: HTTPRequest?, query: HTTPRequest?) { (self.call, self.query) = (call, query) }

    /// Reads an item; `nil` for an invalid one.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSONReader.read(bytes), json.object != nil else { return nil }
        for (name, value) in [("call", json["call"]), ("query", json["query"])] {
            guard let value else { continue }
            guard let request = StoredCall.request(value) else { return nil }
            if name == "call" { call = request } else { query = request }
        }
    }

    private static func json(_ request: HTTPRequest) -> JSONValue {
        [
            "method": .string(request.method.rawValue), "url": .string(request.url.description),
            "headers": .array(request.headers.fields.map { [.string($0.name), .string($0.value)] }),
            "body": .string(Base64URL.encode(request.body)),
        ]
    }

    private static func request(_ json: JSONValue) -> HTTPRequest? {
        guard let method = json["method"]?.string.flatMap({ HTTPMethod(rawValue: $0) }),
            let url = json["url"]?.string.flatMap({ HTTPSURL($0) }), let fields = json["headers"]?.array,
            let body = json["body"]?.string.flatMap({ Base64URL.decode($0) })
        else { return nil }
        var request = HTTPRequest(method: method, url: url, body: body)
        for field in fields {
            guard let pair = field.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string,
                HTTPFields.isSafe(name: name, value: value)
            else { return nil }
            request.headers.add(name, value)
        }
        return request
    }
}

/// Stores the requests of calls, one item for each logical attempt, beside the snapshots and sealed as they are.
struct StoredCallStore: Sendable {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// The greatest sum of a run's items, in bytes.
    static let runLimit = 8 << 20

    private var prefix: String { "request.\(environment.rawValue)." }

    /// Stores `bytes` for the attempt `scope` of `run`. Throws `STORE_FAILED`.
    func save(_ bytes: [UInt8], of run: String, scope: String) async throws {
        try await store.save(bytes, for: try name(run, scope))
    }

    /// Returns the item, or `nil` if there is none.
    func load(_ run: String, scope: String) async throws -> [UInt8]? { try await store.load(try name(run, scope)) }

    func remove(_ run: String, scope: String) async throws { try await store.remove(try name(run, scope)) }

    /// Removes the items of all runs but those named `runs`.
    func tidy(keeping runs: Set<String>, among keys: [StoreKey]) async {
        for key in keys where key.rawValue.hasPrefix(prefix) {
            let run = key.rawValue.dropFirst(prefix.count).split(separator: ".").first.map(String.init) ?? ""
            if !runs.contains(run) { try? await store.remove(key) }
        }
    }

    private func name(_ run: String, _ scope: String) throws -> StoreKey {
        let digest = Hex.encode(Array(SHA256.hash(Array(scope.utf8)).prefix(12)))
        guard let key = StoreKey("\(prefix)\(run).\(digest)") else {
            throw JourneyError(.storeFailed, "The run's id is not a valid name of a stored request.")
        }
        return key
    }
}
