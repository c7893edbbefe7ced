public import JourneyBase
import JourneyServer
import JourneyWire

/// Receives telemetry from devices with the user's consent: OTLP over HTTP, in JSON.
///
/// | route | body |
/// |---|---|
/// | `POST /v1/traces` | an `ExportTraceServiceRequest` |
/// | `POST /v1/logs` | an `ExportLogsServiceRequest` |
///
/// Callers are authenticated as for manifests (`GatewayIdentity`). Other media types and compressed bodies get 415; Protobuf
/// isn't supported, because this package's devices don't send it. The allow-list of fields is enforced again for any sender: an
/// item with other fields is neither stored nor forwarded.
struct TelemetryService: RoutedService {
    /// The maximum size of a request, in bytes; many times what a device sends at once.
    static let bodyLimit = 256 * 1024

    let router: Router

    init(access: any GatewayIdentity, destination: any TelemetryDestination) {
        router = Router(
            OTLP.Signal.allCases.map { signal in
                Route(TelemetryContract.intake(signal), body: .whole(limit: Self.bodyLimit)) { request, _ in
                    do throws(Problem) {
                        let caller = try await access.identified(request)
                        return await Self.receive(request, signal, destination, partner: caller.partner)
                    } catch { return error.response }
                }
            })
    }

    private static func receive(
        _ request: HTTPRequest, _ signal: OTLP.Signal, _ destination: any TelemetryDestination, partner: String
    ) async -> HTTPResponse {
        if let refusal = Problem.unsupported(request, "application/json") { return refusal.response }
        guard let json = try? JSONReader.read(request.body, limits: JSONLimits(bytes: bodyLimit, depth: 16)),
            let reading = OTLP.read(json, signal)
        else { return Problem(.malformed, "The body is not an OTLP request in JSON, or is too large.").response }
        do {
            if !reading.batches.isEmpty { try await destination.receive(reading.batches, signal, partner: partner) }
        } catch {
            return Problem.unavailable("Telemetry cannot be stored at the moment.").response
        }
        return TelemetryContract.intake(signal).response(TelemetryAnswer(signal, rejected: reading.rejected))
    }
}

/// A destination of telemetry: a database or another collector.
public protocol TelemetryDestination: Sendable {
    /// Stores or forwards `batches` of `partner`, all or none.
    ///
    /// - Parameters:
    ///   - batches: The items with their resources.
    ///   - signal: Traces or logs.
    ///   - partner: The sender's partner.
    /// - Throws: Any error for a temporary failure; the device sends the batches again.
    func receive(_ batches: [TelemetryBatch], _ signal: OTLP.Signal, partner: String) async throws
}
