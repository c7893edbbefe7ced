import JourneyBase
import JourneyLanguage
import JourneyWire

/// The declarations of a call that a draft proposes: its effect, whether it moves money, its key, and the credentials that the
/// gateway adds.
struct DraftCall: Sendable {
    var effect: CallEffect?
    var movesMoney = false
    var key: Key?
    let credentials: [GatewayCredential]

    /// The place of an idempotency key.
    struct Key: Sendable {
        /// The member `header` or `body` of the manifest's `key`.
        let place: String
        let name: String
        var maxLength: Int?
        var window = 86_400_000
    }

    /// The headers that are keys though their names don't say so, with the time for which they are remembered, in milliseconds.
    private static let keyHeaders = ["paypal-request-id": 21_600_000]
    private static let payingWords = [
        "payment", "transfer", "payout", "charge", "capture", "refund", "order", "cashout", "grant", "return", "debit",
        "disburse", "withdraw", "deposit", "topup", "remit", "purchase",
    ]
    private static let otherWords = [
        "consent", "authorisation", "basket", "track", "confirm", "availability", "cancel", "fundsconfirmation",
        "quote",
        "estimate", "validate",
    ]

    init(_ entry: OpenAPIEntry, document: JSONValue, schemas: DraftSchema) {
        let headers = entry.parameters(schemas).filter { $0["in"] == "header" }
        credentials = DraftCall.credentials(entry, document, schemas, headers)
        guard ![.get, .head].contains(entry.method) else { return }
        key = DraftCall.key(among: headers, schemas) ?? DraftCall.key(inBodyOf: entry, schemas)
        effect = key != nil ? .keyed : [.put, .delete].contains(entry.method) ? .idempotent : .once
        // What a call is about stands in its name and at the end of its path.
        let path = entry.path.split(separator: "/").filter { !$0.hasPrefix("{") }.suffix(1).joined()
        let text = "\(entry.id) \(path)".lowercased().filter { $0.isLetter || $0 == " " }
        func has(_ words: [String]) -> Bool { words.contains { text.contains($0) } }
        // A PATCH changes what is known of a resource.
        movesMoney =
            ![.delete, .patch].contains(entry.method) && has(DraftCall.payingWords) && !has(DraftCall.otherWords)
    }

    /// Returns the header that carries an idempotency key. `X-Request-ID` is none: it is another one in each request.
    private static func key(among headers: [JSONValue], _ schemas: DraftSchema) -> Key? {
        for header in headers {
            guard let name = header["name"]?.string else { continue }
            let lower = name.lowercased()
            guard lower.contains("idempoten") || keyHeaders[lower] != nil else { continue }
            guard
                BankHeader.isIdempotencyKey(lower)
                    || !GatewayCredential.allCases.contains(where: { $0.isCarried(by: lower) })
            else { continue }
            var key = Key(place: "header", name: name)
            key.window = keyHeaders[lower] ?? key.window
            let most = schemas.whole(header["schema"] ?? .null)["maxLength"]?.int64
            guard most ?? 255 >= 36 else { continue }
            key.maxLength = most.flatMap { $0 <= 1_024 ? Int($0) : nil }
            return key
        }
        return nil
    }

    private static func key(inBodyOf entry: OpenAPIEntry, _ schemas: DraftSchema) -> Key? {
        let body = schemas.resolved(entry.operation["requestBody"] ?? .null)
        guard let media = body["content"]?.object?.first(where: { $0.key.contains("json") })?.value else { return nil }
        for member in schemas.members(of: schemas.whole(media["schema"] ?? .null)) {
            let schema = schemas.whole(member.schema)
            guard member.name.lowercased().contains("idempoten"), schemas.type(of: schema) == "string",
                schema["maxLength"]?.int64 ?? 255 >= 36, !member.name.contains("/"), !member.name.contains("~")
            else { continue }
            return Key(
                place: "body", name: "/\(member.name)",
                maxLength: schema["maxLength"]?.int64.flatMap { $0 <= 1_024 ? Int($0) : nil })
        }
        return nil
    }

    /// Returns the credentials of the alternative that needs the fewest, and those that required headers carry.
    private static func credentials(
        _ entry: OpenAPIEntry, _ document: JSONValue, _ schemas: DraftSchema, _ headers: [JSONValue]
    ) -> [GatewayCredential] {
        let alternatives = (entry.operation["security"] ?? document["security"])?.array ?? []
        let needed = alternatives.map { alternative in
            (alternative.object ?? [:]).keys.sorted().compactMap { name in
                credential(of: schemas.resolved(document["components"]?["securitySchemes"]?[name] ?? .null))
            }
        }
        // An empty alternative says that credentials are optional; banks then want one of the others.
        var credentials = Set(needed.filter { !$0.isEmpty }.min { ($0.count, rank($0)) < ($1.count, rank($1)) } ?? [])
        for header in headers where header["required"] == true {
            guard let name = header["name"]?.string, name.lowercased() != "authorization" else { continue }
            credentials.formUnion(GatewayCredential.allCases.filter { $0.isCarried(by: name) }.prefix(1))
        }
        return credentials.sorted()
    }

    /// Orders alternatives: tokens before secrets, both before keys and certificates.
    private static func rank(_ credentials: [GatewayCredential]) -> Int {
        let order: [GatewayCredential] = [.userToken, .clientSecret, .apiKey, .clientCertificate, .detachedSignature]
        return credentials.compactMap { order.firstIndex(of: $0) }.max() ?? 0
    }

    private static func credential(of scheme: JSONValue) -> GatewayCredential? {
        switch scheme["type"]?.string {
        case "oauth2":
            let flows = scheme["flows"]?.object?.keys.sorted() ?? []
            return flows == ["clientCredentials"] ? .clientSecret : .userToken
        case "openIdConnect": return .userToken
        case "http": return scheme["scheme"]?.string?.lowercased() == "bearer" ? .userToken : .clientSecret
        case "apiKey":
            let name = scheme["name"]?.string?.lowercased() ?? ""
            return GatewayContract.partnerHeaders.contains(name) ? nil : .apiKey
        case "mutualTLS": return .clientCertificate
        default: return nil
        }
    }

    /// The members of the manifest's `call`, after the operation's name.
    var members: [(String, OrderedJSON)] {
        var members: [(String, OrderedJSON)] = []
        if let effect {
            members += [("effect", .text(effect.rawValue)), ("movesMoney", .value(.bool(movesMoney)))]
        }
        if let key {
            var parts: [(String, OrderedJSON)] = [(key.place, .text(key.name))]
            if let most = key.maxLength { parts.append(("maxLength", .value(.number(JSONNumber(most))))) }
            parts.append(("windowMs", .value(.number(JSONNumber(key.window)))))
            members.append(("key", .object(parts)))
        }
        if !credentials.isEmpty {
            members.append(("gatewayCredentials", .array(credentials.map { .text($0.rawValue) })))
        }
        return members
    }
}
