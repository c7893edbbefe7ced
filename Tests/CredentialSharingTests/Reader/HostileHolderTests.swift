import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// Hostile holders: their messages cost bounded time and memory, are reported as one error, and are never shown.
@Suite(.timeLimit(.minutes(10))) struct HostileHolderTests {
    private func read(
        _ profile: RequestProfile = .ageOver18, limits: TransportLimits = ReadingFixture.limits,
        _ behave: @escaping @Sendable (PlainHolder.Exchange) async throws -> Void
    ) async throws -> ReaderSessionState {
        let room = try ReadingFixture(limits: limits)
        let holder = try await room.holder()
        let serving = try holder.serve(behave)
        let end = await (try room.reader()).startReading(profile, code: holder.code)
        // If the test's time limit ended the reader, the holder is ended too.
        if Task.isCancelled { holder.leave() }
        _ = await serving.value
        #expect(room.isQuiet)
        return end
    }

    @Test func `a response of ten megabytes is refused`() async throws {
        var limits = ReadingFixture.limits
        limits.response = 4 << 20
        let room = try ReadingFixture()
        // The holder's own transport would refuse to send that much.
        var loud = limits
        loud.response = 16 << 20
        let transport = BluetoothTransport(room.holderRadio, dependencies: room.dependencies, limits: loud)
        let holder = try await PlainHolder(room.office, transport: transport)
        let serving = try holder.serve { try await $0.send([UInt8](repeating: 0x40, count: 10 << 20)) }
        let end = await (try room.reader()).startReading(.ageOver18, code: holder.code)
        if Task.isCancelled { holder.leave() }
        _ = await serving.value
        #expect(end.word == "READING_TOO_LARGE")
        #expect(room.isQuiet)
    }

    @Test func `a response of sixty-four documents is read, and unrequested ones fail verification`() async throws {
        let end = try await read { try await $0.send($0.seal($0.response(documents: 64))) }
        guard case .notVerified(let faults)? = end.result?.verdict else {
            Issue.record("\(end.word)")
            return
        }
        #expect(end.result?.report.documents.count == 64)
        #expect(faults.count >= 63 && faults.allSatisfy { [.docType, .requestedOnly].contains($0.name) })
        #expect(end.result?.ages == [:])
        #expect(try await read { try await $0.send($0.seal($0.response(documents: 65))) }.word == "READING_RESPONSE")
    }

    @Test func `a response with more than the requested elements is not verified`() async throws {
        let end = try await read { exchange in
            let all = RequestedDocument(
                docType: .drivingLicence,
                elements: ["age_over_18", "family_name"].map { ElementName(DocumentIssuerFixture.licence, $0) })
            let selection = ElementSelection(all, from: exchange.holder.licence, consents: { _ in true })
            let answer = DeviceResponse.Answer(
                exchange.holder.licence, selection, key: .signature(exchange.holder.device))
            try await exchange.send(
                exchange.seal(DeviceResponse.encode([answer], transcript: exchange.transcript)))
        }
        #expect(end.word == "notVerified")
    }

    @Test func `a malformed message and a malformed response have different errors`() async throws {
        let garbage: [[UInt8]] = [
            [0], [0xFF], Array("{}".utf8), [0xA0], [0xA1, 0x64, 0x64, 0x61, 0x74, 0x61, 0x40], [0x9F, 0x9F, 0x9F],
            [UInt8](repeating: 0x81, count: 5_000), [0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ]
        for bytes in garbage {
            let raw = try await read { try await $0.send(bytes) }.word
            #expect(["READING_UNDECODABLE", "READING_UNDECRYPTABLE"].contains(raw), "\(bytes.prefix(9))")
            let sealed = try await read { try await $0.send($0.seal(bytes)) }.word
            #expect(sealed == "READING_RESPONSE", "\(bytes.prefix(9))")
        }
    }

    @Test func `a peer that acts as reader or echoes the request is refused`() async throws {
        let end = try await read { exchange in
            var other = try ReaderChannel(
                engagement: exchange.holder.engagement, key: EphemeralKey(), handover: .qr)
            let again = try other.send(Array(exchange.request.encoded))
            try await exchange.send(again)
        }
        #expect(end.word == "READING_UNDECODABLE")
    }

    @Test func `a message of another session is not decrypted`() async throws {
        let end = try await read { exchange in
            var other = DeviceChannel(engagement: exchange.holder.engagement, key: try EphemeralKey(), handover: .qr)
            var reader = try ReaderChannel(
                engagement: exchange.holder.engagement, key: EphemeralKey(), handover: .qr)
            // A session with a reader of the attacker.
            _ = try? other.receive(reader.send(Array(exchange.request.encoded)))
            let sealed = try await exchange.seal(exchange.response())
            var changed = sealed
            changed[sealed.count - 1] ^= 1
            try await exchange.send(changed)
        }
        #expect(end.word == "READING_UNDECRYPTABLE")
    }

    @Test func `a hundred repeats of an answer count as one`() async throws {
        let end = try await read { exchange in
            let first = try await exchange.seal(exchange.response())
            try await exchange.send(first)
            for _ in 0..<100 { try await exchange.send(first) }
        }
        #expect(["verified"].contains(end.word))
    }
}
