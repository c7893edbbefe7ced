import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

@testable import MobileDocument

/// Both sides of a session, from an engagement by QR code.
struct SessionFixture: ~Copyable {
    var device: DeviceChannel
    var reader: ReaderChannel

    init(on curve: EllipticCurve = .p256) throws {
        let key = try EphemeralKey(on: curve)
        let engagement = try Engagement(key: key.publicKey)
        let ours = try EphemeralKey(matching: engagement.key)
        // Everything that throws comes first: an initialiser cannot undo the first noncopyable value.
        reader = try ReaderChannel(engagement: Engagement(engagement.encoded), key: ours, handover: .qr)
        device = DeviceChannel(engagement: engagement, key: key, handover: .qr)
    }
}

@Suite struct SessionTests {
    @Test(arguments: EllipticCurve.allCases)
    func `both sides agree on every curve, exchange messages and end`(curve: EllipticCurve) throws {
        var meeting = try SessionFixture(on: curve)
        for round in 0..<3 {
            let request = try meeting.device.receive(meeting.reader.send([1, 2, UInt8(round)]))
            #expect(request.plaintext == [1, 2, UInt8(round)] && request.status == nil)
            let response = try meeting.reader.receive(meeting.device.send([UInt8(round)]))
            #expect(response.plaintext == [UInt8(round)] && response.status == nil)
        }
        #expect(meeting.device.transcript == meeting.reader.transcript)
        #expect(meeting.device.readerKey == meeting.reader.key?.publicKey)
        let last = try meeting.reader.receive(meeting.device.send([9], status: .termination))
        #expect(last.plaintext == [9] && last.status == .termination)
        #expect(meeting.device.isEnded && meeting.reader.isEnded && meeting.reader.key != nil)
        let end = meeting.reader.terminate()
        #expect(end == nil && meeting.reader.key == nil)
        var code: ChannelError.Reason?
        do throws(ChannelError) { _ = try meeting.device.send([1]) } catch { code = error.reason }
        #expect(code == .ended)
    }

    @Test func `a status alone ends the session, known or not`() throws {
        for (hex, status) in [
            ("a16673746174757314", SessionStatus.termination), ("a1667374617475730a", .encryptionError),
            ("a1667374617475730b", .decodingError), ("a1667374617475731863", .other(99)),
        ] {
            var meeting = try SessionFixture()
            _ = try meeting.device.receive(meeting.reader.send([1]))
            let input = try meeting.reader.receive(try #require(Hex.decode(hex)))
            #expect(input.plaintext == nil && input.status == status && meeting.reader.isEnded)
            #expect(SessionStatus(status.number) == status)
        }
        var meeting = try SessionFixture()
        let end = meeting.device.terminate()
        let again = meeting.device.terminate()
        #expect(end.map { Hex.encode($0) } == "a16673746174757314" && again == nil)
    }

    /// Returns the device's error for `message` as the first message.
    private func refusal(of message: [UInt8]) throws -> ChannelError? {
        var meeting = try SessionFixture()
        do throws(ChannelError) {
            _ = try meeting.device.receive(message)
            return nil
        } catch {
            #expect(meeting.device.isEnded && !meeting.device.isEstablished)
            return error
        }
    }

    @Test(arguments: [
        // The key: off the curve, another curve, no type, another type, no curve, a Boolean y, a private key, no map.
        ("a4 0102 2001 215820X 225820X", UInt64(10)), ("a4 0102 2002 215820X 225820Y", 10),
        ("a3 2001 215820X 225820Y", 10),
        ("a4 0101 2001 215820X 225820Y", 10), ("a3 0102 215820X 225820Y", 10), ("a4 0102 2001 215820X 22f5", 10),
        ("a5 0102 2001 215820X 225820Y 235820X", 10), ("a5 0102 2001 215820X 225820Y 0326", 10), ("80", 10), ("f6", 10),
        ("a1 0104", 10),
        // Bytes that are not CBOR.
        ("a4 0102", 11), ("ff", 11), ("", 11), ("a4 0102 2001 215820X 225820Y 00", 11), ("a2 0102 0102", 11),
    ])
    func `an invalid reader key is answered with 10, and a non-CBOR one with 11`(hex: String, status: UInt64) throws {
        let x = "65eda5a12577c2bae829437fe338701a10aaa375e1bb5b5de108de439c08551d"
        let y = "1e52ed75701163f7f9e40ddf9f341b3dc9ba860af7e0ca7ca7e9eecd0084d19c"
        let key = try #require(
            Hex.decode(hex.replacing(" ", with: "").replacing("X", with: x).replacing("Y", with: y)))
        var writer = CBORWriter()
        writer.map(2)
        writer.text("eReaderKey")
        writer.embedded(key)
        writer.text("data")
        writer.bytes([UInt8](repeating: 0, count: 40))
        let error = try #require(try refusal(of: writer.encoded))
        #expect(error.status?.number == status && error.cause != nil)
        #expect(error.reply == CBORValue.map(["status": .unsigned(status)]).encoded)
    }

    @Test func `a malformed establishment message is answered with 11`() throws {
        let key =
            "58 4b a40102200121582065eda5a12577c2bae829437fe338701a10aaa375e1bb5b5de108de439c08551d225820"
            + "1e52ed75701163f7f9e40ddf9f341b3dc9ba860af7e0ca7ca7e9eecd0084d19c"
        let name = "6a 6552656164657 24b6579"
        for hex in [
            // Not under tag 24; another tag; without data; without key; data that is text; an additional member; empty.
            "a2 \(name) \(key) 64 64617461 4100", "a2 \(name) d819 \(key) 64 64617461 4100", "a1 \(name) d818 \(key)",
            "a1 64 64617461 4100", "a2 \(name) d818 \(key) 64 64617461 6161",
            "a3 \(name) d818 \(key) 64 64617461 4100 66 737461747573 14", "a0", "80", "", "ff",
            "a2 \(name) d818 \(key) 64 64617461 4100 00", "a1 66 737461747573 14",
            // Indefinite-length strings: the data, and the key.
            "a2 \(name) d818 \(key) 64 64617461 5f 4100 4100 ff", "a2 \(name) d818 5f \(key) ff 64 64617461 4100",
        ] {
            let bytes = try #require(Hex.decode(hex.replacing(" ", with: "")), "\(hex)")
            let error = try refusal(of: bytes)
            #expect(error?.status == .decodingError && error?.reason == .undecodable, "\(hex)")
        }
    }

    @Test func `a changed, truncated, reordered or repeated message is answered with 10 and ends the session`() throws {
        var good: [UInt8] = []
        for change in 0..<6 {
            var meeting = try SessionFixture()
            good = try meeting.reader.send([1, 2, 3])
            let place = try #require(CBORReader.item(in: good[...])["data"]?.bytes)
            var data = Array(place)
            switch change {
            case 0: data[data.count - 1] ^= 1
            case 1: data[0] ^= 0x80
            case 2: data.removeLast()
            case 3: data.insert(0, at: 0)
            case 4: data = Array(data.prefix(15))
            default: data = []
            }
            var writer = CBORWriter()
            writer.map(2)
            writer.text("eReaderKey")
            writer.raw(try #require(CBORReader.item(in: good[...])["eReaderKey"]).encoded)
            writer.text("data")
            writer.bytes(data)
            var failure: ChannelError?
            do throws(ChannelError) { _ = try meeting.device.receive(writer.encoded) } catch { failure = error }
            #expect(failure?.reason == .undecryptable && failure?.status == .encryptionError, "\(change)")
            do throws(ChannelError) { _ = try meeting.device.receive(good) } catch { failure = error }
            #expect(failure?.reason == .ended && failure?.reply == nil)
        }
        // A second establishment, and the same message again.
        for isSame in [true, false] {
            var meeting = try SessionFixture()
            let first = try meeting.reader.send([1])
            _ = try meeting.device.receive(first)
            let second = isSame ? first : try meeting.reader.send([2])
            if !isSame { _ = try meeting.device.receive(second) }
            var failure: ChannelError?
            do throws(ChannelError) { _ = try meeting.device.receive(second) } catch { failure = error }
            #expect(failure?.status == (isSame ? .decodingError : .encryptionError))
        }
    }

    @Test func `data in indefinite-length pieces is answered with 11, also within a session`() throws {
        var meeting = try SessionFixture()
        _ = try meeting.device.receive(meeting.reader.send([1]))
        let data = try Array(#require(CBORReader.item(in: meeting.reader.send([2])[...])["data"]?.bytes))
        var writer = CBORWriter()
        writer.map(1)
        writer.text("data")
        writer.raw([0x5F])
        writer.bytes(data.prefix(5))
        writer.bytes(data.dropFirst(5))
        writer.raw([0xFF])
        var failure: ChannelError?
        do throws(ChannelError) { _ = try meeting.device.receive(writer.encoded) } catch { failure = error }
        #expect(failure?.status == .decodingError && failure?.cause?.offset == 6)
    }

    @Test func `a message of the other direction or another session is not decrypted`() throws {
        var one = try SessionFixture()
        var other = try SessionFixture()
        let ours = try one.reader.send([1])
        _ = try one.device.receive(ours)
        _ = try other.device.receive(other.reader.send([1]))
        for message in [try one.device.send([1]), try one.reader.send([2])] {
            var failure: ChannelError?
            do throws(ChannelError) { _ = try other.device.receive(message) } catch { failure = error }
            #expect(failure != nil && other.device.isEnded)
            other = try SessionFixture()
            _ = try other.device.receive(other.reader.send([1]))
        }
        let sent = try one.device.send([3])
        var failure: ChannelError?
        do throws(ChannelError) { _ = try one.device.receive(sent) } catch { failure = error }
        #expect(failure?.reason == .undecryptable)
    }

    @Test func `the session ends before a counter repeats`() throws {
        let shared = Secret(count: 32) { $0.initializeMemory(as: UInt8.self, repeating: 7) }
        var cipher = SessionCipher(
            .reader, shared: shared, transcript: SessionTranscript(.qr), used: UInt64(UInt32.max) - 1)
        var message = [UInt8](repeating: 0, count: 17)
        try cipher.seal(&message, count: 1)
        var failure: ChannelError?
        do throws(ChannelError) { try cipher.seal(&message, count: 1) } catch { failure = error }
        #expect(failure?.reason == .messageLimit && failure?.status == .termination)
    }

    @Test func `two sides on different curves cannot establish a session`() throws {
        let engagement = try Engagement(key: EphemeralKey(on: .p256).publicKey)
        var failure: ChannelError?
        do {
            _ = try ReaderChannel(engagement: engagement, key: EphemeralKey(on: .p384), handover: .qr)
        } catch { failure = error as? ChannelError }
        #expect(failure?.reason == .badKey)
    }

    @Test(.enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
    func `a session's keys are wiped from memory at its end`() throws {
        var meeting = try SessionFixture()
        let device = try EphemeralKey()
        let engagement = try Engagement(key: device.publicKey)
        meeting.device = DeviceChannel(engagement: engagement, key: device, handover: .qr)
        let key = try EphemeralKey()
        meeting.reader = try ReaderChannel(engagement: engagement, key: key, handover: .qr)
        _ = try meeting.device.receive(meeting.reader.send([1]))
        let scans = try ["SKReader", "SKDevice"].map { info in
            MemoryScan(
                for: HKDFSHA256.derive(
                    from: try key.sharedSecret(with: engagement.key), salt: meeting.reader.transcript.salt,
                    info: Array(info.utf8), count: 32))
        }
        for scan in scans { #expect(try scan.count() > 0) }
        _ = meeting.device.terminate()
        _ = meeting.reader.terminate()
        for scan in scans { #expect(try scan.count() == 0) }
    }
}

@Suite(.enabled(if: Documents.arePresent, "\(Vectors.missing)"))
struct SessionVectorTests {
    private func key(_ name: String) throws -> EphemeralKey {
        let scalar = try #require(Vectors.json("mdoc/annex_d/keys.json")[name]?["d"]?.string.flatMap(Hex.decode))
        return .p256(try P256AgreementKey(scalar: Secret(copying: scalar)))
    }

    private func engagement() throws -> Engagement {
        try Engagement(#require(NFCHandover(.select, Documents.annex("nfc_handover_select_ndef")[...]).engagement))
    }

    private func handover() throws -> Handover {
        .nfc(
            select: try Documents.annex("nfc_handover_select_ndef"),
            request: try Documents.annex("nfc_handover_request_ndef"))
    }

    @Test func `the annex's session is decrypted on both sides, and written again byte for byte`() throws {
        var device = DeviceChannel(
            engagement: try engagement(), key: try key("ephemeral_device"), handover: try handover())
        let establishment = try Documents.annex("d5_1_session_establishment")
        let request = try device.receive(establishment)
        #expect(try request.plaintext == Documents.annex("d4_1_1_device_request")[...])
        #expect(try device.transcript?.bytes == Documents.annex("d5_1_session_transcript_bytes"))
        let response = try Documents.annex("d4_1_2_device_response")
        let data = try device.send(response)
        let end = device.terminate()
        #expect(try data == Documents.annex("d5_1_session_data"))
        #expect(try end == Documents.annex("d5_1_session_termination"))

        var reader = try ReaderChannel(
            engagement: try engagement(), key: try key("ephemeral_reader"), handover: try handover())
        let sent = try reader.send(Documents.annex("d4_1_1_device_request"))
        #expect(sent == establishment)
        let received = try reader.receive(Documents.annex("d5_1_session_data"))
        #expect(received.plaintext == response[...])
        let last = try reader.receive(Documents.annex("d5_1_session_termination"))
        #expect(last.status == .termination)
    }

    @Test func `the annex's keys equal the published values`() throws {
        let shared = try key("ephemeral_device").sharedSecret(with: key("ephemeral_reader").publicKey)
        #expect(try shared.hasSameBytes(as: Secret(copying: Documents.answer("ZAB"))))
        let salt = try Documents.answer("salt_sha256_of_SessionTranscriptBytes")
        for name in ["SKReader", "SKDevice"] {
            let derived = HKDFSHA256.derive(from: shared, salt: salt, info: Array(name.utf8), count: 32)
            #expect(try derived.hasSameBytes(as: Secret(copying: Documents.answer(name))))
        }
    }

    @Test func `the annex's session is refused with another handover, engagement or role`() throws {
        let establishment = try Documents.annex("d5_1_session_establishment")
        let request = try Documents.annex("nfc_handover_request_ndef")
        let select = try Documents.annex("nfc_handover_select_ndef")
        let qr = try Engagement(Documents.annex("d3_1_device_engagement_qr")[...])
        for (engagement, handover) in [
            (try engagement(), Handover.qr), (try engagement(), .nfc(select: select)), (qr, try self.handover()),
            (try engagement(), .nfc(select: request, request: select)),
        ] {
            var device = DeviceChannel(engagement: engagement, key: try key("ephemeral_device"), handover: handover)
            var failure: ChannelError?
            do throws(ChannelError) { _ = try device.receive(establishment) } catch { failure = error }
            #expect(failure?.status == .encryptionError)
        }
    }

    @Test func `a well-formed establishment is refused for its invalid key only`() throws {
        var device = DeviceChannel(engagement: try engagement(), key: try key("ephemeral_device"), handover: .qr)
        var failure: ChannelError?
        do {
            _ = try device.receive(Documents.bytes("iso18013_6/session_establishment_valid"))
        } catch { failure = error as? ChannelError }
        #expect(failure?.reason == .badKey && failure?.status == .encryptionError)
    }
}
