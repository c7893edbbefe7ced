import JourneyBase

/// Forwards telemetry to the operator's collector over OTLP in JSON. Requests are encoded anew from the parsed items, so that
/// unlisted fields can't pass.
///
/// A device resends a request whose forwarding failed halfway, so a collector may receive an item twice.
struct TelemetryForwarder: TelemetryDestination {
    private let endpoint: HTTPSURL
    private let transport: any HTTPTransport
    private let headers: HTTPFields
    private let options = HTTPOptions(timeout: .seconds(10), bodyLimit: 65_536)

    /// Creates a forwarder to `{endpoint}/v1/traces` and `{endpoint}/v1/logs`, with additional `headers` for the collector.
    init(to endpoint: HTTPSURL, over transport: any HTTPTransport, headers: HTTPFields = [:]) {
        self.endpoint = endpoint
        self.transport = transport
        self.headers = headers
    }

    func receive(_ batches: [TelemetryBatch], _ signal: OTLP.Signal, partner: String) async throws {
        let base = endpoint.path.hasSuffix("/") ? endpoint.path : endpoint.path + "/"
        guard let url = HTTPSURL(origin: endpoint.origin, path: base + signal.path) else {
            throw JourneyError(
                .configurationInvalid, "The collector's address \(endpoint) cannot be extended by \(signal.path).")
        }
        for batch in batches {
            var request = HTTPRequest(method: .post, url: url, headers: headers, body: batch.otlp(signal).compactBytes)
            request.headers["Content-Type"] = "application/json"
            let response = try await transport.send(request, options: options)
            guard (200...299).contains(response.status) else {
                throw JourneyError(.serverError, "POST \(url.path) to the collector returned \(response.status).")
            }
        }
    }
}

extension TelemetryBatch {
    /// Encodes the batch as a request of `signal`.
    func otlp(_ signal: OTLP.Signal) -> JSONValue {
        switch signal {
        case .traces:
            OTLP.request(items.compactMap { if case .span(let span) = $0 { span } else { nil } }, resource: resource)
        case .logs:
            OTLP.request(items.compactMap { if case .event(let event) = $0 { event } else { nil } }, resource: resource)
        }
    }
}
