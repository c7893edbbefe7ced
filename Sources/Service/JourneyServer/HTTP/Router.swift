public import JourneyBase
package import JourneyWire

/// The values of a pattern's parameters in the path, percent-decoded.
public struct PathParameters: Hashable, Sendable {
    private let values: [String: String]

    init(_ values: [String: String]) { self.values = values }

    /// The value of `{name}`; empty if the pattern has no such parameter.
    public subscript(name: String) -> String { values[name] ?? "" }
}

/// One method and path with its handler.
public struct Route: Sendable {
    public typealias Handler = @Sendable (HTTPRequest, PathParameters) async -> HTTPResponse

    let method: HTTPMethod
    let name: String
    let pattern: [Substring]
    let body: HTTPBodyRule
    let handler: Handler

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - pattern: A path whose segments are literals or `{name}`. A name matches exactly one segment that isn't empty.
    ///   - body: The way in which the request's body is handed over, and its longest length.
    ///   - handler: Answers the request.
    public init(
        _ method: HTTPMethod, _ pattern: String, body: HTTPBodyRule = .whole(), handler: @escaping Handler
    ) {
        self.method = method
        self.body = body
        name = pattern
        self.pattern = pattern.split(separator: "/", omittingEmptySubsequences: false)
        self.handler = handler
    }

    /// The route of an endpoint of a contract.
    package init(_ endpoint: some WireEndpoint, body: HTTPBodyRule = .whole(), handler: @escaping Handler) {
        self.init(endpoint.method, endpoint.path, body: body, handler: handler)
    }

    /// The method and the pattern, such as `GET /branches/{code}`.
    package var title: String { "\(method.rawValue) \(name)" }

    /// Returns `true` if this route would answer requests that `other` answers without it: both fit a path, and at the first
    /// segment where they differ this one has the literal; or this one is for `HEAD` and `other` for `GET`.
    package func takesRequests(of other: Route) -> Bool {
        let isHead = method == .head && other.method == .get
        guard method == other.method || isHead, pattern.count == other.pattern.count else { return false }
        let pairs = zip(pattern, other.pattern).map { (Route.isName($0) ? nil : $0, Route.isName($1) ? nil : $1) }
        guard pairs.allSatisfy({ $0 == $1 || $0 == nil || $1 == nil }) else { return false }
        guard let first = pairs.first(where: { ($0 == nil) != ($1 == nil) }) else { return isHead }
        return first.0 != nil
    }

    /// The parameters, when `path` fits. Literals compare byte by byte, as they are spelled.
    func parameters(of path: [Substring]) -> PathParameters? {
        guard path.count == pattern.count else { return nil }
        var values: [String: String] = [:]
        for (expected, found) in zip(pattern, path) {
            if Route.isName(expected) {
                guard !found.isEmpty, let value = decoded(found) else { return nil }
                values[String(expected.dropFirst().dropLast())] = value
            } else if expected != found {
                return nil
            }
        }
        return PathParameters(values)
    }

    /// Returns `true` if a pattern's segment takes any: `{name}`.
    static func isName(_ segment: Substring) -> Bool { segment.hasPrefix("{") && segment.hasSuffix("}") }

    /// The segment without its escapes; `nil` when they hide a slash, a control character, or are no UTF-8.
    private func decoded(_ segment: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = segment.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else { return nil }
            guard value >= 0x20, value != 0x7F, value != UInt8(ascii: "/"), value != UInt8(ascii: "\\") else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// An `HTTPService` that dispatches each request to the route for its path and method.
///
/// A literal path segment takes precedence over a named one, in any order of routes. An unknown path is answered 404; a known path
/// with another method, 405 with `Allow`. `GET` routes also answer `HEAD`. `OPTIONS` without a route of its own is answered with
/// `Allow`.
public struct Router: HTTPService {
    /// The routes as they were given, for combining several routers into one.
    public let routes: [Route]
    /// `METHOD pattern` of each route that is never called, because an earlier one has the same method and pattern.
    package let hidden: [String]
    private let root: Branch

    public init(_ routes: [Route]) {
        self.routes = routes
        var root = Branch()
        hidden = routes.filter { !root.add($0, at: $0.pattern[...]) }.map(\.title)
        self.root = root
    }

    /// The branches that follow one segment, and the routes that end there.
    private struct Branch: Sendable {
        var literals: [Substring: Branch] = [:]
        /// The branches after any segment that isn't empty; at most one.
        var named: [Branch] = []
        var routes: [Route] = []

        /// Returns `true` if there was none of its method and pattern.
        mutating func add(_ route: Route, at rest: ArraySlice<Substring>) -> Bool {
            guard let segment = rest.first else {
                guard !routes.contains(where: { $0.method == route.method }) else { return false }
                // A route for HEAD itself goes before the one for GET.
                routes.insert(route, at: route.method == .get ? routes.count : 0)
                return true
            }
            guard Route.isName(segment) else {
                return literals[segment, default: Branch()].add(route, at: rest.dropFirst())
            }
            if named.isEmpty { named.append(Branch()) }
            return named[0].add(route, at: rest.dropFirst())
        }

        /// Hands over all routes of a path, those with a literal before those with a name, until `take` has what it looks for.
        func visit(_ path: ArraySlice<Substring>, _ take: (Route) -> Bool) -> Bool {
            guard let segment = path.first else { return routes.contains(where: take) }
            if let branch = literals[segment], branch.visit(path.dropFirst(), take) { return true }
            return !segment.isEmpty && named.contains { $0.visit(path.dropFirst(), take) }
        }
    }

    private enum Match {
        case route(Route, PathParameters)
        case otherMethods(Set<String>, Route)
        case none
    }

    private func match(_ request: HTTPRequest) -> Match {
        let path = request.url.path.split(separator: "/", omittingEmptySubsequences: false)
        var found: (Route, PathParameters)?
        var others: (allowed: Set<String>, route: Route)?
        _ = root.visit(path[...]) { route in
            guard let parameters = route.parameters(of: path) else { return false }
            if route.method == request.method || (route.method == .get && request.method == .head) {
                found = (route, parameters)
                return true
            }
            var allowed = others?.allowed ?? [HTTPMethod.options.rawValue]
            allowed.insert(route.method.rawValue)
            if route.method == .get { allowed.insert(HTTPMethod.head.rawValue) }
            others = (allowed, others?.route ?? route)
            return false
        }
        if let found { return .route(found.0, found.1) }
        return others.map { .otherMethods($0.allowed, $0.route) } ?? .none
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        switch match(request) {
        case .route(let route, let parameters): return await route.handler(request, parameters)
        case .otherMethods(let allowed, _):
            let headers: HTTPFields = ["Allow": allowed.sorted().joined(separator: ", ")]
            if request.method == .options { return HTTPResponse(status: 204, headers: headers) }
            return Problem(
                .methodNotAllowed, "This address does not take that method.", headers: headers
            ).response
        case .none: return Problem(.notFound, "There is nothing at this address.").response
        }
    }

    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule {
        if case .route(let route, _) = match(head) { route.body } else { .whole() }
    }

    public func routeName(for head: HTTPRequest) -> String? {
        switch match(head) {
        case .route(let route, _), .otherMethods(_, let route): route.name
        case .none: nil
        }
    }
}
