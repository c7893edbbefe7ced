package import JourneyBase

/// The intake of telemetry: OTLP over HTTP in JSON. `OTLP` in JourneyBase reads and writes its requests.
package enum TelemetryContract {
    package static func intake(_ signal: OTLP.Signal) -> Endpoint<OTLPRequest, TelemetryAnswer> {
        Endpoint(
            .post, "/" + signal.path, headers: GatewayContract.device,
            refusals: .ofDevices + .ofBodies + [.malformed])
    }

    static let endpoints: [any WireEndpoint] = OTLP.Signal.allCases.map { intake($0) }
}

/// A request of the protocol.
package enum OTLPRequest: WireBody { package static let mediaType: String? = "application/json" }

/// An answer of the protocol: nothing, when all items were taken.
package struct TelemetryAnswer: WireMessage {
    package struct Partial: WireMessage {
        package let rejectedSpans: String?
        package let rejectedLogRecords: String?
        package let errorMessage: String
    }

    package let partialSuccess: Partial?

    /// The answer to a request of `signal` of which so many items were not taken.
    package init(_ signal: OTLP.Signal, rejected: Int) {
        let count = String(rejected)
        partialSuccess =
            rejected > 0
            ? Partial(
                rejectedSpans: signal == .traces ? count : nil, rejectedLogRecords: signal == .logs ? count : nil,
                errorMessage: "Items with names, fields or values that are not on the list were not taken.") : nil
    }
}
