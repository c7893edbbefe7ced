import JourneyCBOR

/// A handover's message (NFC Forum, Connection Handover 1.5; ISO/IEC 18013-5, section 8.2.2.1): which carriers the sender
/// offers, and its engagement.
package struct NFCHandover: Sendable {
    /// Which of the two messages it is.
    package enum Kind: String, Sendable {
        /// From the device, static or as the answer to a request.
        case select = "Hs"
        /// From the reader.
        case request = "Hr"

        var sender: BluetoothOutOfBand.Sender { self == .select ? .device : .reader }
        /// The type and the identifier of the record with the sender's engagement.
        var engagement: (type: String, identifier: String) {
            self == .select
                ? ("iso.org:18013:deviceengagement", "mdoc") : ("iso.org:18013:readerengagement", "mdocreader")
        }
    }

    /// The least major version that is taken, and what is written: 1.5.
    static let version: UInt8 = 0x15

    let kind: Kind
    /// The message as received or as made: this goes into the session transcript.
    package let message: NDEFMessage
    /// The sender's engagement, encoded; `nil` in a request without one.
    package let engagement: ArraySlice<UInt8>?
    /// The carriers that it offers, in order; those that are not known, and those that make no sense, are left out.
    package let methods: [RetrievalMethod]

    /// The handover in these bytes. Throws `NDEFError`; `missing` for a select message without a device engagement.
    package init(_ kind: Kind, _ bytes: ArraySlice<UInt8>) throws(NDEFError) {
        try self.init(kind, NDEFMessage(bytes))
    }

    private init(_ kind: Kind, _ message: NDEFMessage) throws(NDEFError) {
        self.kind = kind
        self.message = message
        guard let head = message.records.first, head.isA(.wellKnown, kind.rawValue) else {
            throw NDEFError(.missing, at: message.encoded.startIndex, "the handover's record is not the first")
        }
        guard let version = head.payload.first, version >> 4 == 1 else {
            throw NDEFError(.notAllowed, at: head.payload.startIndex, "a version of handover that is not known")
        }
        engagement = message.first(.external, kind.engagement.type)?.payload
        guard engagement != nil || kind == .request else {
            throw NDEFError(.missing, at: message.encoded.startIndex, "the device engagement is not there")
        }
        let inner = head.payload.dropFirst()
        var methods: [RetrievalMethod] = []
        if !inner.isEmpty {
            for record in try NDEFMessage(inner).records where record.isA(.wellKnown, "ac") {
                let carrier = try NFCHandover.carrier(record.payload)
                let record = try NDEFError.require(
                    message.record(called: carrier), .missing, at: record.payload.startIndex,
                    "a carrier's record is not there")
                if let method = NFCHandover.method(record, from: kind.sender) { methods.append(method) }
            }
        }
        self.methods = methods
    }

    /// What an alternative carrier record calls its carrier: a power state, the name, names of auxiliary records.
    private static func carrier(_ payload: ArraySlice<UInt8>) throws(NDEFError) -> String {
        var rest = payload
        _ = try NDEFRecord.number(1, &rest)
        let name = try NDEFRecord.ascii(NDEFRecord.number(1, &rest), &rest)
        for _ in 0..<(try NDEFRecord.number(1, &rest)) { _ = try NDEFRecord.ascii(NDEFRecord.number(1, &rest), &rest) }
        return name
    }

    private static func method(_ record: NDEFRecord, from sender: BluetoothOutOfBand.Sender) -> RetrievalMethod? {
        if record.isA(.media, BluetoothOutOfBand.recordType) {
            return (try? BluetoothOutOfBand(record.payload)).map { .bluetooth($0.options(from: sender)) }
        }
        if record.isA(.external, NFCOptions.recordType) {
            return (try? NFCOptions(record: record.payload)).map { .nfc($0) }
        }
        return nil
    }

    /// The ways to meet after a negotiated handover: what this message, the device's, chose of what `request` offered. A service
    /// that only the request names is the one that both mean: in the standard's example the reader names it, and the device
    /// answers with its role alone (ISO/IEC 18013-5, annex D.3.2).
    package func methods(answering request: NFCHandover) -> [RetrievalMethod] {
        var asked: BluetoothOptions?
        for case .bluetooth(let options) in request.methods where asked == nil { asked = options }
        guard let asked else { return methods }
        return methods.map { method in
            guard case .bluetooth(var options) = method else { return method }
            if options.isPeripheral, options.peripheralUUID == nil { options.peripheralUUID = asked.peripheralUUID }
            if options.isCentral, options.centralUUID == nil { options.centralUUID = asked.centralUUID }
            return .bluetooth(options)
        }
    }

    /// A carrier that a new message offers.
    package enum Carrier: Hashable, Sendable {
        case bluetooth(BluetoothOutOfBand)
        case nfc(NFCOptions)

        var record: NDEFRecord {
            switch self {
            case .bluetooth(let data):
                NDEFRecord(.media, type: BluetoothOutOfBand.recordType, identifier: "0", payload: data.payload)
            case .nfc(let options):
                NDEFRecord(.external, type: NFCOptions.recordType, identifier: "nfc", payload: options.recordPayload)
            }
        }
    }

    /// A new message that offers these carriers, each at most once, with the sender's engagement, encoded. Throws
    /// `NDEFError` for what a peer would refuse.
    package init(_ kind: Kind, carriers: [Carrier], engagement: ArraySlice<UInt8>?) throws(NDEFError) {
        let name = kind.engagement.identifier
        var links: [NDEFRecord] = []
        var records: [NDEFRecord] = []
        for carrier in carriers {
            let record = carrier.record
            records.append(record)
            // Active; its name; the engagement as the one auxiliary record, where there is one.
            var payload: [UInt8] = [1, UInt8(record.identifier.utf8.count)] + record.identifier.utf8
            payload += engagement == nil ? [0] : [1, UInt8(name.utf8.count)] + name.utf8
            links.append(NDEFRecord(.wellKnown, type: "ac", payload: payload))
        }
        let inner = links.isEmpty ? [] : Array(try NDEFMessage(links).encoded)
        records.insert(NDEFRecord(.wellKnown, type: kind.rawValue, payload: [NFCHandover.version] + inner), at: 0)
        if let engagement {
            records.append(
                NDEFRecord(.external, type: kind.engagement.type, identifier: name, payload: engagement))
        }
        guard Set(carriers.map(\.record.identifier)).count == carriers.count else {
            throw NDEFError(.notAllowed, at: 0, "a carrier that is offered twice")
        }
        try self.init(kind, NDEFMessage(records).encoded)
    }
}
