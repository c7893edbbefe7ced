import JourneyBase
import JourneyServer
import JourneyWire
import SandboxServices
import Synchronization

/// The state of a fake bank: the resources that requests have created, by path, and the answers to keys.
final class FakeBankResources: Sendable {
    private struct State {
        /// The members of each resource, as requests and answers have them.
        var resources: [String: JSONValue] = [:]
        /// The number of resources created below each path.
        var created: [String: Int] = [:]
        var deleted: Set<String> = []
        var replies: [String: (body: [UInt8], response: HTTPResponse)] = [:]
    }

    private let state = Mutex(State())

    /// Answers a request that matches the document, and keeps what it has changed.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - operation: Its operation.
    ///   - answer: The operation's example.
    ///   - base: The path before the operation's own.
    /// - Returns: The response.
    func answer(
        to request: HTTPRequest, _ operation: FakeBankOperation, _ answer: ExampleAnswer, base: String
    ) -> HTTPResponse {
        let sent = try? JSONReader.read(request.body)
        return state.withLock { state in
            let key = operation.key(of: request, sent).map { "\(operation.method.rawValue) \(request.url.path) \($0)" }
            if let key, let reply = state.replies[key] {
                guard reply.body == request.body else {
                    return Problem(422, BankCode.keyReused.rawValue, "This key was used for another request.").response
                }
                return reply.response
            }
            let response = FakeBankResources.answer(request, sent, operation, answer, base: base, &state)
            if let key, (200...299).contains(response.status) { state.replies[key] = (request.body, response) }
            return response
        }
    }

    private static func answer(
        _ request: HTTPRequest, _ sent: JSONValue?, _ operation: FakeBankOperation, _ example: ExampleAnswer,
        base: String, _ state: inout State
    ) -> HTTPResponse {
        let path = request.url.path
        let segments = path.dropFirst(base.count).split(separator: "/").map(String.init)
        // The nearest resource whose path this request is at or below.
        var owner: String?
        var prefix = base
        for (segment, template) in zip(segments, operation.path) {
            let collection = prefix
            prefix += "/\(segment)"
            guard template.hasPrefix("{") else { continue }
            let isUnknown = state.created[collection] != nil && state.resources[prefix] == nil
            guard !state.deleted.contains(prefix), !isUnknown else {
                return Problem(.notFound, "There is no such resource.").response
            }
            // A write may be the first that is heard of a resource.
            if state.resources[prefix] != nil || operation.method != .get { owner = prefix }
        }
        guard var body = example.body else {
            change(path, sent, operation, owner, &state)
            return response(example, request)
        }
        let plain = body
        if let owner, let stored = state.resources[owner] {
            body = overlay(body, with: stored, besidesStatus: operation.method == .post)
        }
        if operation.method != .get, let sent { body = overlay(body, with: sent) }
        guard let resource = operation.resource else {
            let answer = operation.accepted(example, [body, plain])
            change(path, merged(answer.body ?? .null, sent), operation, owner, &state)
            return response(answer, request)
        }
        let number = state.created[path, default: 0]
        var candidates = [body, plain]
        if number > 0 {
            let texts = variants(number)
            candidates =
                texts.compactMap { identified(body, resource, $0) }
                + texts.compactMap { identified(plain, resource, $0) } + candidates
        }
        let answer = operation.accepted(example, candidates)
        if let created = answer.body, let id = identifier(in: created, resource) {
            state.created[path] = number + 1
            state.resources["\(path)/\(PercentEncoding.encoded(id))"] = merged(created, sent)
        }
        return response(answer, request)
    }

    /// Keeps what a request to an existing resource has changed.
    private static func change(
        _ path: String, _ value: JSONValue?, _ operation: FakeBankOperation, _ owner: String?, _ state: inout State
    ) {
        switch operation.method {
        case .get, .head, .options: return
        case .delete:
            state.resources[path] = nil
            if operation.path.last?.hasPrefix("{") == true { state.deleted.insert(path) }
        default:
            guard let owner, let value else { return }
            state.resources[owner] = merged(value, state.resources[owner])
        }
    }

    private static func response(_ answer: ExampleAnswer, _ request: HTTPRequest) -> HTTPResponse {
        var response = answer.response
        response.headers["Cache-Control"] = "no-store"
        // Identifiers of interactions are returned.
        for field in answer.headers.fields where field.name.lowercased().hasSuffix("-id") {
            if let value = request.headers[field.name] { response.headers[field.name] = value }
        }
        return response
    }

    /// Returns `base` with the values that `other` has for the same members.
    ///
    /// - Parameter besidesStatus: `true` to leave a status as it is: an action on a resource changes it.
    static func overlay(_ base: JSONValue, with other: JSONValue, besidesStatus: Bool = false) -> JSONValue {
        switch (base, other) {
        case (.object(var members), .object(let others)):
            for (name, value) in members where !(besidesStatus && DraftStatusQuery.isStatus(name)) {
                members[name] = others[name].map { overlay(value, with: $0, besidesStatus: besidesStatus) } ?? value
            }
            return .object(members)
        case (.string, .string), (.number, .number), (.bool, .bool), (.array, .array): return other
        default: return base
        }
    }

    /// Returns the members of both, with those of `first` where they differ.
    private static func merged(_ first: JSONValue, _ second: JSONValue?) -> JSONValue {
        guard case .object(let members) = first, case .object(let others)? = second else { return first }
        return .object(members.merging(others) { merged($0, $1) })
    }

    /// Returns the texts that tell a further resource from the example.
    private static func variants(_ number: Int) -> [(String) -> String] {
        [
            { "\($0)-\(number)" },
            { text in
                // The same form: the last digits count on.
                let digits = String(number)
                return String(text.dropLast(digits.count)) + digits
            },
        ]
    }

    /// Returns the path of members that leads to the identifier of a resource.
    private static func place(of resource: String, in body: JSONValue) -> [String]? {
        guard let members = body.object else { return nil }
        func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        let names = members.keys.sorted()
        if let name = names.first(where: { plain($0) == plain(resource) }) ?? names.first(where: { plain($0) == "id" }),
            members[name]?.string ?? members[name]?.int64.map({ "\($0)" }) != nil
        {
            return [name]
        }
        for name in names {
            if members[name]?.object != nil, let rest = place(of: resource, in: members[name] ?? .null) {
                return [name] + rest
            }
        }
        return nil
    }

    private static func identifier(in body: JSONValue, _ resource: String) -> String? {
        guard let place = place(of: resource, in: body) else { return nil }
        let value = place.reduce(body as JSONValue?) { $0?[$1] }
        return value?.string ?? value?.int64.map { "\($0)" }
    }

    private static func identified(
        _ body: JSONValue, _ resource: String, _ change: (String) -> String
    ) -> JSONValue? {
        guard let place = place(of: resource, in: body) else { return nil }
        func replaced(_ value: JSONValue, _ names: ArraySlice<String>) -> JSONValue {
            guard let name = names.first, var members = value.object, let old = members[name] else {
                if let text = value.string { return .string(change(text)) }
                return JSONNumber(lexeme: change(value.compactText)).map { .number($0) } ?? value
            }
            members[name] = replaced(old, names.dropFirst())
            return .object(members)
        }
        return replaced(body, place[...])
    }
}
