import Foundation
import JourneyCrypto
import JourneyHarness
import JourneyServer
import JourneyWeb

/// A round trip over the bridge, unsigned, signed and encrypted, against a bare script message with a reply in the same page.
enum BridgeCase {
    /// Round trips per sample. The engine's clock has millisecond resolution, so samples are long.
    private static let trips = 200

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        await Workbench.allowPages()
        let server = try await bench.serve(MeasurementPages())
        let measured = try await BridgeMeasurement.run(
            page: bench.url(server, "/"), leaf: bench.identity.certificateDER, rounds: bench.sampler.pairs,
            trips: trips)
        await server.stop()
        func samples(_ ours: [Double]) throws -> Sampler.Samples {
            try expect(
                ours.count == bench.sampler.pairs && ours.count == measured.echo.count,
                "The page reported fewer rounds than requested.")
            // Converts microseconds to nanoseconds.
            return Sampler.Samples(floor: measured.echo.map { $0 * 1_000 }, ours: ours.map { $0 * 1_000 })
        }
        let floor = "a bare script message with a reply"
        return [
            Measurement("bridge, unsigned round trip", floor: floor, try samples(measured.relay), aim: .ratio(1.3)),
            Measurement(
                "bridge, signed event and its answer", floor: floor, try samples(measured.event), aim: .ratio(2.0)),
            Measurement("bridge, signed request answered by a task", floor: floor, try samples(measured.request)),
            Measurement(
                "bridge, encrypted request and result, dir", floor: floor, try samples(measured.direct),
                aim: .ratio(3.0)),
            Measurement(
                "bridge, encrypted request and result, ECDH-ES+A256KW", floor: floor, try samples(measured.agreed)),
        ]
    }
}
