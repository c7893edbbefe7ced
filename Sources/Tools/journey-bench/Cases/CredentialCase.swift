import CredentialSharing
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import MobileDocument

/// Measures a whole transaction over Bumble's GATT on a virtual radio, from the reader's connect to a verified result. The floor
/// sends the same bytes between two bare ends over the same radio processes.
enum CredentialCase {
    /// The measurements of one transaction.
    private struct Round {
        var time = Duration.zero
        /// The time spent in this package's messages, cryptography and checks.
        var code = Duration.zero
        var request: [UInt8] = []
        var response: [UInt8] = []
    }

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        // The case requires Bumble.
        guard let python = RadioServices.python else { return [] }
        let services = try RadioServices(python: python)
        _ = try await services.startAir()
        let holder = RadioProcess(socket: try await services.startRadio("holder", channels: false).socket)
        let reader = RadioProcess(socket: try await services.startRadio("reader", channels: false).socket)
        let document = try await BenchDocument()
        let uuid = [UInt8](repeating: 0xB5, count: 16)
        let service = try unwrap(
            GATTService(.peripheralServer, uuid: uuid), "GATTService(.peripheralServer) returned nil.")
        var samples = Sampler.Samples()
        var code: [Double] = []
        // The first pair is a warm-up, which also provides the bytes for the floor.
        for index in -1..<bench.sampler.pairs {
            let ours = try await transaction(document, uuid, holder, reader)
            let bare = BareRadio(
                holder: holder, reader: reader, service: service, request: ours.request, response: ours.response)
            let serving = bare.serve()
            try await settle()
            let floor = try await bare.ask()
            try await serving.value
            guard index >= 0 else { continue }
            samples.floor.append(floor / .nanoseconds(1))
            samples.ours.append(ours.time / .nanoseconds(1))
            code.append(ours.code / .nanoseconds(1))
        }
        await services.end()
        return [
            Measurement(
                "credential over Bumble, connect to verified", floor: "the same bytes between bare ends", samples,
                aim: .ratio(1.2)),
            Measurement("…, of it in our messages, cryptography and checks", code),
        ]
    }

    /// Waits until the server is advertising, which must precede the measurement on both sides.
    private static func settle() async throws { try await Task.sleep(for: .milliseconds(100)) }

    private static func transaction(
        _ bench: BenchDocument, _ uuid: [UInt8], _ holder: RadioProcess, _ reader: RadioProcess
    ) async throws -> Round {
        let clock = ContinuousClock()
        let key = try EphemeralKey()
        let engagement = try Engagement(
            key: key.publicKey, methods: [.bluetooth(BluetoothOptions(peripheralUUID: uuid))])
        let holders = BluetoothTransport(holder)
        let shown = holders.open(try ConnectionPlan(holder: engagement))
        let holding = Task {
            var channel = DeviceChannel(engagement: engagement, key: key, handover: .qr)
            var spent = Duration.zero
            for await event in shown.events {
                guard case .received(let message) = event else { continue }
                let begin = clock.now
                let response = try await answer(bench, message, &channel)
                spent += clock.now - begin
                try await holders.send(response, over: shown)
            }
            return spent
        }
        try await settle()

        var round = Round()
        let begin = clock.now
        let readers = BluetoothTransport(reader)
        let handle = readers.open(try ConnectionPlan(reader: engagement))
        var work = clock.now
        let readerKey = try P256AgreementKey()
        var channel = try ReaderChannel(engagement: engagement, key: .p256(readerKey), handover: .qr)
        let request = try bench.draft.request()
        round.request = try channel.send(Array(request.encoded))
        round.code += clock.now - work
        loop: for await event in handle.events {
            switch event {
            case .connected: try await readers.send(round.request, over: handle)
            case .received(let message):
                work = clock.now
                round.response = message
                guard let plaintext = try channel.receive(message).plaintext else { break loop }
                let report = try bench.verifier.verify(
                    DeviceResponse(plaintext),
                    session: .init(transcript: channel.transcript, readerKey: .p256(readerKey)),
                    request: request.documents.map { RequestedDocument($0) }, at: bench.now)
                round.code += clock.now - work
                round.time = clock.now - begin
                try expect(
                    !report.hasFailure && report.documents.count == 1, "The verification of the document failed.")
                break loop
            case .disconnected(let end): throw BenchError(what: "The connection ended: \(end)")
            }
        }
        readers.disconnect(handle)
        round.code += try await holding.value
        try expect(round.time > .zero, "The reader received no response.")
        return round
    }

    private static func answer(
        _ bench: BenchDocument, _ message: [UInt8], _ channel: inout DeviceChannel
    ) async throws -> [UInt8] {
        let input = try channel.receive(message)
        guard let plaintext = input.plaintext, let transcript = channel.transcript,
            let asked = try DeviceRequest(plaintext).documents.first
        else { throw BenchError(what: "The holder received no document request.") }
        let selection = ElementSelection(RequestedDocument(asked), from: bench.licences[0]) { _ in true }
        let response = try await DeviceResponse.encode(
            [.init(bench.licences[0], selection, key: .signature(bench.device))], transcript: transcript)
        return try channel.send(response)
    }
}
