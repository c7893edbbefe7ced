import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

extension FuzzTarget {
    /// Engagements as bytes and as URIs: the bytes are kept, and a decoded engagement is encoded to an equivalent one.
    static let engagement = FuzzTarget("engagement", seeds: engagements) { input in
        if let engagement = try? Engagement(input[...]) {
            promise(Array(engagement.encoded) == input && engagement.bluetoothIdent.count == 16, "the bytes are kept")
            guard let again = try? Engagement(key: engagement.key, methods: engagement.methods) else {
                return promise(false, "what is read can be made")
            }
            promise(again.key == engagement.key && again.methods.count == engagement.methods.count, "it is read alike")
            let scheme: Engagement.Scheme = engagement.methods.isEmpty ? .website : .device
            let read = try? Engagement(address: engagement.address(scheme), scheme: scheme)
            promise(read?.encoded == engagement.encoded, "an address leads back")
            promise(
                (try? Engagement(websiteMessage: engagement.websiteMessage[...]))?.encoded == engagement.encoded,
                "a message leads back")
        }
        let text = String(decoding: input, as: UTF8.self)
        if let engagement = try? Engagement(address: text) {
            promise(
                engagement.address().dropFirst(5).utf8.elementsEqual(text.utf8.dropFirst(5)),
                "an address has one spelling")
        }
        _ = try? Engagement(websiteMessage: input[...])
        _ = try? SessionTranscript(reading: input[...])
    }

    /// NFC messages, handovers and their records: decoded records are encoded to the same records.
    static let ndef = FuzzTarget("ndef", seeds: messages) { input in
        if let message = try? NDEFMessage(input[...]) {
            promise(Array(message.encoded) == input, "the bytes are kept")
            guard let again = try? NDEFMessage(message.records) else {
                return promise(false, "what is read can be made")
            }
            promise(
                again.records == message.records && again.encoded.count <= input.count, "records have a shortest form")
            _ = try? NFCService.Offer(in: message)
            _ = try? NFCService.selected(in: message)
            _ = NFCService.status(in: message)
        }
        for kind in [NFCHandover.Kind.select, .request] {
            guard let handover = try? NFCHandover(kind, input[...]) else { continue }
            promise(kind == .request || handover.engagement != nil, "a selection has an engagement")
        }
        if let data = try? BluetoothOutOfBand(input[...]) {
            promise(
                (try? BluetoothOutOfBand(data.payload[...])) == data, "what is read is written so that it is read alike"
            )
        }
    }

    private static let key = Fixed.made { try EphemeralKey.p256(P256AgreementKey(scalar: Fixed.shared)) }

    private static let engagements: [[UInt8]] = Fixed.made {
        let methods: [RetrievalMethod] = [
            .bluetooth(
                BluetoothOptions(
                    peripheralUUID: Array(0..<16), centralUUID: Array(0..<16), address: [1, 2, 3, 4, 5, 6], channel: 192
                )),
            .nfc(NFCOptions(longestCommand: 255, longestResponse: 256)), .web(uri: "https://reader.example/"),
        ]
        var capabilities = DeviceCapabilities()
        capabilities.macCurves = [1]
        let full = try Engagement(key: key.publicKey, methods: methods, origins: [], capabilities: capabilities)
        let bare = try Engagement(key: key.publicKey)
        return [
            Array(full.encoded), Array(bare.encoded), Array(full.address().utf8), Array(bare.address(.website).utf8),
            bare.websiteMessage, SessionTranscript(.qr).encoded,
            SessionTranscript(engagementBytes: bare.engagementBytes, readerKeyBytes: bare.keyBytes, handover: .qr)
                .bytes,
        ]
    }

    private static let messages: [[UInt8]] = Fixed.made {
        let carriers: [NFCHandover.Carrier] = [
            .bluetooth(
                BluetoothOutOfBand(role: .bothPreferringCentral, uuid: Array(0..<16), address: [1, 2, 3, 4, 5, 6])),
            .nfc(NFCOptions(longestCommand: 255, longestResponse: 256)),
        ]
        let engagement = try Engagement(key: key.publicKey).encoded
        return [
            Array(try NFCHandover(.select, carriers: carriers, engagement: engagement).message.encoded),
            Array(try NFCHandover(.request, carriers: carriers, engagement: nil).message.encoded),
            Array(try NFCService.Offer().message().encoded), Array(try NFCService.selection().encoded),
            Array(try NFCService.status(0).encoded), BluetoothOutOfBand(role: .peripheral, uuid: Array(0..<16)).payload,
            [0xC1, 1, 0, 0, 0, 1, 0x54, 0],
        ]
    }
}
