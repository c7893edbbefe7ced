package import JourneyBase
import JourneyServer
import JourneyWire

/// An author's own server, which answers the operations of a journey under development in place of the fake bank.
///
/// Requests pass unchanged but for the fields that belong to one connection. Each exchange has an end: a server that doesn't answer
/// in time is reported as a problem with its address.
package struct Upstream: Sendable {
    /// The server's address. A path in it takes the place of the document's base path.
    package let address: HTTPSURL
    private let transport: any HTTPTransport
    private let patience: Duration
    /// Gets a sentence for the author about each exchange that has failed.
    private let report: @Sendable (String) -> Void

    /// Creates an upstream.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - transport: The client that trusts the server's authority.
    ///   - patience: The time for each exchange.
    ///   - report: Gets a sentence for the author about each exchange that has failed.
    package init(
        address: HTTPSURL, transport: any HTTPTransport, patience: Duration = .seconds(10),
        report: @escaping @Sendable (String) -> Void
    ) {
        self.address = address
        self.transport = transport
        self.patience = patience
        self.report = report
    }

    /// The longest answer, in bytes.
    private static let limit = 4 << 20

    /// Fields of one connection (RFC 9110, section 7.6.1), and those that the client or this server writes itself.
    private static let ownFields: Set<String> = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate",
        "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Asks the server for its address once, so that a wrong one is reported before a journey begins. Any status is an answer.
    ///
    /// - Throws: `UPSTREAM_UNREACHABLE` or `UPSTREAM_TIMEOUT` with the address and the cause.
    package func check() async throws(JourneyError) {
        let failure = await failure { _ = try await transport.send(HTTPRequest(url: address), options: options) }
        if let failure { throw failure }
    }

    /// Forwards the request of an operation.
    ///
    /// - Parameters:
    ///   - request: The request, as the fake bank has received it.
    ///   - base: The document's base path in it.
    /// - Returns: The server's answer, or a problem with status 502 or 504.
    func answer(to request: HTTPRequest, base: String) async -> HTTPResponse {
        guard let url = url(of: request, base: base) else {
            return Problem(.notFound, "The upstream's address and this path make no valid URL.").response
        }
        var forwarded = HTTPRequest(method: request.method, url: url, body: request.body)
        forwarded.headers = Upstream.passing(request.headers)
        var response: HTTPResponse?
        let failure = await failure { response = try await transport.send(forwarded, options: options) }
        guard let response, failure == nil else {
            let failure = failure ?? unreachable("The exchange was cancelled.")
            report("\(request.method.rawValue) \(request.url.path): \(failure.message)")
            return Problem(failure.code == .upstreamTimeout ? 504 : 502, failure.code.rawValue, failure.message)
                .response
        }
        return HTTPResponse(
            status: response.status, headers: Upstream.passing(response.headers), body: response.body)
    }

    private var options: HTTPOptions { HTTPOptions(timeout: patience, bodyLimit: Upstream.limit) }

    private func url(of request: HTTPRequest, base: String) -> HTTPSURL? {
        var own = address.path
        while own.hasSuffix("/") { own.removeLast() }
        let path = own.isEmpty ? request.url.path : own + request.url.path.dropFirst(base.count)
        return HTTPSURL(origin: address.origin, path: path, query: request.url.query)
    }

    private static func passing(_ fields: HTTPFields) -> HTTPFields {
        // Fields that `Connection` names belong to the connection too.
        let named = Set(
            fields.values(of: "Connection").joined(separator: ",").lowercased().split(separator: ",")
                .map { $0.filter { $0 != " " && $0 != "\t" } })
        var passing = HTTPFields()
        for field in fields.fields {
            let name = field.name.lowercased()
            if !ownFields.contains(name), !named.contains(name) { passing.add(field.name, field.value) }
        }
        return passing
    }

    /// Runs an exchange, and returns the error for the author if it fails.
    private func failure(of exchange: () async throws -> Void) async -> JourneyError? {
        do {
            try await exchange()
            return nil
        } catch let error as JourneyError where error.code == .netTimeout {
            return JourneyError(
                .upstreamTimeout, "The upstream \(address) did not answer within \(patience / .seconds(1)) seconds.")
        } catch let error as JourneyError {
            return unreachable(error.message)
        } catch {
            return unreachable("The exchange was cancelled.")
        }
    }

    private func unreachable(_ cause: String) -> JourneyError {
        JourneyError(.upstreamUnreachable, "The upstream \(address) could not be asked: \(cause)")
    }
}

extension ErrorCode {
    /// The server of `--upstream` refused the connection, or its certificate is not of the authority of `--upstream-authority`.
    ///
    /// Next step: Start the server, and check its address and its certificate with `curl --cacert`.
    static let upstreamUnreachable = ErrorCode(rawValue: "UPSTREAM_UNREACHABLE")
    /// The server of `--upstream` accepted a request and did not answer within ten seconds.
    ///
    /// Next step: Look at the server's log; a debugger may have stopped it.
    static let upstreamTimeout = ErrorCode(rawValue: "UPSTREAM_TIMEOUT")
}
