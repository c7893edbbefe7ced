public import JourneyBase
import JourneyServer

/// Takes telemetry of devices whose persons have agreed: OTLP over HTTP, in JSON.
///
/// | route | takes |
/// |---|---|
/// | `POST /v1/traces` | an `ExportTraceServiceRequest` |
/// | `POST /v1/logs` | an `ExportLogsServiceRequest` |
///
/// Who sends is known as for manifests (`GatewayIdentity`). Other media types and compressed bodies are answered 415;
/// Protobuf is not taken, because the devices of this package do not send it. What is not on the list of fields is refused
/// here again, whoever sent it: nothing of such an item is kept or forwarded.
struct TelemetryService: RoutedService {
    /// The longest request, in bytes; many times what a device sends at once.
    static let bodyLimit = 256 * 1024

    let router: Router

    init(access: any GatewayIdentity, destination: any TelemetryDestination) {
        router = Router(
            OTLP.Signal.allCases.map { signal in
                Route(.post, "/" + signal.path, body: .whole(limit: Self.bodyLimit)) { request, _ in
                    do throws(Problem) {
                        let caller = try await access.identified(request)
                        return await Self.take(request, signal, destination, partner: caller.partner)
                    } catch { return error.response }
                }
            })
    }

    private static func take(
        _ request: HTTPRequest, _ signal: OTLP.Signal, _ destination: any TelemetryDestination, partner: String
    ) async -> HTTPResponse {
        guard request.hasBody(of: "application/json") else {
            return Problem(415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.").response
        }
        guard let json = try? JSONReader.read(request.body, limits: JSONLimits(bytes: bodyLimit, depth: 16)),
            let reading = OTLP.read(json, signal)
        else { return Problem(400, "VALIDATION_FAIL", "This is no request of the protocol, or too large.").response }
        do {
            if !reading.batches.isEmpty { try await destination.take(reading.batches, signal, partner: partner) }
        } catch {
            return Problem.unavailable("Telemetry cannot be taken at the moment.").response
        }
        guard reading.rejected > 0 else { return .json([:]) }
        let count = signal == .traces ? "rejectedSpans" : "rejectedLogRecords"
        return .json([
            "partialSuccess": [
                count: .string(String(reading.rejected)),
                "errorMessage": "Items with names, fields or values that are not on the list were not taken.",
            ]
        ])
    }
}

/// Where telemetry goes: a database, or another collector.
public protocol TelemetryDestination: Sendable {
    /// Takes `batches` of `partner`, all or none. Throws when it cannot at the moment.
    func take(_ batches: [TelemetryBatch], _ signal: OTLP.Signal, partner: String) async throws
}
