/// Which redirects of an exchange are followed. The default is none: a redirect is an answer like any other.
///
/// What may not be followed is not an error either: the redirect itself is the answer, with its status of 3xx. So no
/// policy can be talked out of its limits, and nobody takes a redirect for a success.
public struct RedirectPolicy: Hashable, Sendable {
    /// Where a redirect may lead.
    private enum Scope: Hashable, Sendable {
        case nowhere
        case sameOrigin
        case origins(Set<Origin>)
    }

    private let scope: Scope
    private let limit: Int

    /// Follows none.
    public static let refuse = RedirectPolicy(scope: .nowhere, limit: 0)

    /// Follows those that stay on the origin that was asked, `limit` at most.
    public static func sameOrigin(limit: Int = 5) -> RedirectPolicy { RedirectPolicy(scope: .sameOrigin, limit: limit) }

    /// Follows those that stay on their origin or lead to one of `origins`, `limit` at most.
    public static func origins(_ origins: Set<Origin>, limit: Int = 5) -> RedirectPolicy {
        RedirectPolicy(scope: .origins(origins), limit: limit)
    }

    /// The request that follows from the answer to `request`, or `nil` when the answer is final. `hops` redirects were
    /// followed before. A body that came in pieces is gone, so what would need it again is not followed.
    ///
    /// 303 becomes a GET, as does a POST after 301 and 302; 307 and 308 keep method and body (RFC 9110, section 15.4). On
    /// another origin only header fields go along that say nothing of who asks: no credentials, no identifiers.
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

    /// The one `Location` of the answer; several contradict each other, so they count as none.
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

    /// What another origin may be told.
    private static let harmless: Set<String> = ["accept", "accept-language", "content-type", "content-language"]

    private static func anonymous(_ headers: HTTPFields) -> HTTPFields {
        var kept = HTTPFields()
        for field in headers.fields where harmless.contains(field.name.lowercased()) {
            kept.add(field.name, field.value)
        }
        return kept
    }
}
