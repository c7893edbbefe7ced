package import JourneyBase

/// The telemetry endpoints: OTLP over HTTP in JSON. `OTLP` in JourneyBase reads and writes the requests.
package enum TelemetryContract {
    package static func intake(_ signal: OTLP.Signal) -> Endpoint<OTLPRequest, TelemetryAnswer> {
        Endpoint(
            .post, "/" + signal.path, headers: GatewayContract.device,
            refusals: .ofDevices + .ofBodies + [.malformed])
    }

    static let endpoints: [any WireEndpoint] = OTLP.Signal.allCases.map { intake($0) }
}

/// An OTLP request.
package enum OTLPRequest: WireBody { package static let mediaType: String? = "application/json" }

/// An OTLP response; empty if all items were accepted.
package struct TelemetryAnswer: WireMessage {
    package struct Partial: WireMessage {
        package let rejectedSpans: String?
        package let rejectedLogRecords: String?
        package let errorMessage: String
    }

    package let partialSuccess: Partial?

    /// Creates the response to a request of `signal` with `rejected` rejected items.
    package init(_ signal: OTLP.Signal, rejected: Int) {
        let count = String(rejected)
        partialSuccess =
            rejected > 0
            ? Partial(
                rejectedSpans: signal == .traces ? count : nil, rejectedLogRecords: signal == .logs ? count : nil,
                errorMessage: "Items with names, attributes or values outside the allow list were rejected.") : nil
    }
}
