import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

extension FuzzTarget {
    /// Messages to a device, as its first and as its second: only the reader's messages are accepted, and a refusal ends the
    /// session.
    static let session = FuzzTarget("session", seeds: exchange.messages + [termination]) { input in
        let exchange = exchange
        for isFirst in [true, false] {
            var device = DeviceChannel(engagement: exchange.engagement, key: exchange.device, handover: .qr)
            if !isFirst { _ = try? device.receive(exchange.messages[0]) }
            if let received = try? device.receive(input) {
                let sent = exchange.requests[isFirst ? 0 : 1]
                promise(received.plaintext.map(Array.init) ?? sent == sent, "only what was sent is given")
                promise(received.plaintext != nil || received.status != nil, "a message says something")
                promise((received.status == nil) != device.isEnded, "a status ends the session")
            } else {
                promise(device.isEnded && !device.isEstablished, "what is refused ends the session")
                promise((try? device.send([1])) == nil, "nothing is sent after the end")
            }
        }
    }

    private static let termination: [UInt8] = CBORValue.map(["status": 20]).encoded

    private struct Exchange {
        let engagement: Engagement
        let device: EphemeralKey
        let requests: [[UInt8]] = [[1, 2, 3], [4, 5]]
        let messages: [[UInt8]]

        init() throws {
            device = .p256(try P256AgreementKey(scalar: Fixed.shared))
            engagement = try Engagement(key: device.publicKey)
            var reader = try ReaderChannel(engagement: engagement, key: .p256(Fixed.recipient), handover: .qr)
            messages = [try reader.send([1, 2, 3]), try reader.send([4, 5])]
        }
    }

    private static let exchange = Fixed.made { try Exchange() }

    /// Requests: the bytes are kept, limits hold, and no signature is accepted for a known reader.
    static let request = FuzzTarget(
        "request", seeds: requests
    ) { input in
        guard let request = try? DeviceRequest(input[...]) else { return }
        promise(Array(request.encoded) == input, "the bytes are kept")
        promise(
            (1...DeviceRequest.mostDocuments).contains(request.documents.count),
            "something is asked for, and not too much")
        let trust = ReaderTrust(anchors: [])
        for document in request.documents {
            promise(
                !document.nameSpaces.isEmpty && document.nameSpaces.allSatisfy { !$0.elements.isEmpty },
                "no list is empty")
            if case .verified = trust.verdict(on: document, transcript: SessionTranscript(.qr), at: Fixed.time) {
                promise(false, "nobody is known")
            }
        }
        for verdict in trust.verdicts(on: request, transcript: SessionTranscript(.qr), at: Fixed.time) {
            if case .verified = verdict { promise(false, "nobody is known") }
        }
        for useCase in request.info?.useCases ?? [] {
            promise(
                useCase.documentSets.joined().allSatisfy(request.documents.indices.contains), "places are the request's"
            )
        }
    }

    private static let requests: [[UInt8]] = Fixed.made {
        let licence = DeviceRequestDraft.Document(
            .drivingLicence,
            [
                .init(
                    "org.iso.18013.5.1", [.init("portrait", isRetained: false), .init("age_over_18", isRetained: true)])
            ],
            requestInfo: ["purpose": 1])
        let plain = try DeviceRequestDraft([licence]).request()
        let linked = try DeviceRequestDraft(
            [licence, licence], useCases: [.init(isMandatory: true, documentSets: [[0], [1]], purposeHints: ["a": 1])]
        )
        .request()
        var signed = CBORWriter()
        signed.map(3)
        signed.text("version")
        signed.text("1.1")
        signed.text("docRequests")
        signed.array(1)
        signed.raw(plain.documents[0].encoded)
        signed.text("readerAuthAll")
        signed.array(1)
        signed.raw(Hex.decode("8443a10126a118214130f64100") ?? [])
        return [Array(plain.encoded), Array(linked.encoded), signed.encoded]
    }
}
