public import JourneyBase
import JourneyServer
import JourneyWire

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
                Route(TelemetryContract.intake(signal), body: .whole(limit: Self.bodyLimit)) { request, _ in
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
        if let refusal = Problem.unsupported(request, "application/json") { return refusal.response }
        guard let json = try? JSONReader.read(request.body, limits: JSONLimits(bytes: bodyLimit, depth: 16)),
            let reading = OTLP.read(json, signal)
        else { return Problem(.malformed, "This is no request of the protocol, or too large.").response }
        do {
            if !reading.batches.isEmpty { try await destination.take(reading.batches, signal, partner: partner) }
        } catch {
            return Problem.unavailable("Telemetry cannot be taken at the moment.").response
        }
        return TelemetryContract.intake(signal).response(TelemetryAnswer(signal, rejected: reading.rejected))
    }
}

/// Where telemetry goes: a database, or another collector.
public protocol TelemetryDestination: Sendable {
    /// Takes `batches` of `partner`, all or none. Throws when it cannot at the moment.
    func take(_ batches: [TelemetryBatch], _ signal: OTLP.Signal, partner: String) async throws
}
