/// The redirects of an exchange that may be followed. The default is none.
///
/// A redirect that may not be followed is no error: it is returned as the response, with its 3xx status. So no server can widen
/// the policy, and no caller mistakes a redirect for a success.
public struct RedirectPolicy: Hashable, Sendable {
    /// The allowed targets.
    private enum Scope: Hashable, Sendable {
        case nowhere
        case sameOrigin
        case origins(Set<Origin>)
    }

    private let scope: Scope
    private let limit: Int

    /// A policy that follows no redirect.
    public static let refuse = RedirectPolicy(scope: .nowhere, limit: 0)

    /// Creates a policy that follows up to `limit` redirects within the origin of the request.
    public static func sameOrigin(limit: Int = 5) -> RedirectPolicy { RedirectPolicy(scope: .sameOrigin, limit: limit) }

    /// Creates a policy that follows redirects within the current origin or to one of `origins`.
    ///
    /// - Parameters:
    ///   - origins: The additional origins.
    ///   - limit: The most redirects to follow.
    /// - Returns: The policy.
    public static func origins(_ origins: Set<Origin>, limit: Int = 5) -> RedirectPolicy {
        RedirectPolicy(scope: .origins(origins), limit: limit)
    }

    /// Returns the request that follows a redirect, or `nil` if the response is final.
    ///
    /// 303 becomes a GET, as does a POST after 301 and 302; 307 and 308 keep method and body (RFC 9110, section 15.4). On another
    /// origin only header fields without credentials or identifiers are sent. A redirect that needs a streamed body again isn't
    /// followed.
    ///
    /// - Parameters:
    ///   - request: The request that was answered.
    ///   - response: The response.
    ///   - hops: The number of redirects followed before.
    /// - Returns: The next request, or `nil`.
    public func next(after request: HTTPRequest, response: HTTPResponse, hops: Int) -> HTTPRequest? {
        let status = response.status
        guard hops < limit, [301, 302, 303, 307, 308].contains(status), let location = location(response.headers),
            let url = request.url.resolving(location), admits(url.origin, from: request.url.origin)
        else { return nil }
        var next = request
        next.url = url
        let isGet = status == 303 ? request.method != .head : request.method == .post && status < 307
        if isGet {
            next.method = .get
            next.body = []
            next.stream = nil
            for name in ["Content-Type", "Content-Language", "Content-Encoding"] { next.headers[name] = nil }
        } else if request.stream != nil {
            return nil
        }
        if url.origin != request.url.origin { next.headers = RedirectPolicy.anonymous(next.headers) }
        return next
    }

    /// The response's `Location`, if there is exactly one; several contradict each other.
    private func location(_ headers: HTTPFields) -> String? {
        let values = headers.fields.filter { $0.name.lowercased() == "location" }
        return values.count == 1 ? values.first?.value : nil
    }

    private func admits(_ target: Origin, from source: Origin) -> Bool {
        switch scope {
        case .nowhere: false
        case .sameOrigin: target == source
        case .origins(let origins): target == source || origins.contains(target)
        }
    }

    /// The fields that another origin may receive.
    private static let harmless: Set<String> = ["accept", "accept-language", "content-type", "content-language"]

    private static func anonymous(_ headers: HTTPFields) -> HTTPFields {
        var kept = HTTPFields()
        for field in headers.fields where harmless.contains(field.name.lowercased()) {
            kept.add(field.name, field.value)
        }
        return kept
    }
}
