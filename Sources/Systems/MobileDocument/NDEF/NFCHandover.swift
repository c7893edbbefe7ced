import JourneyCBOR

/// A handover message (NFC Forum, Connection Handover 1.5; ISO/IEC 18013-5, section 8.2.2.1): the carriers that the
/// sender offers, and its engagement.
package struct NFCHandover: Sendable {
    /// The kind of handover message.
    package enum Kind: String, Sendable {
        /// Handover Select, from the device: static, or the answer to a request.
        case select = "Hs"
        /// Handover Request, from the reader.
        case request = "Hr"

        var sender: BluetoothOutOfBand.Sender { self == .select ? .device : .reader }
        /// The type and identifier of the record with the sender's engagement.
        var engagement: (type: String, identifier: String) {
            self == .select
                ? ("iso.org:18013:deviceengagement", "mdoc") : ("iso.org:18013:readerengagement", "mdocreader")
        }
    }

    /// The version that is written, 1.5; any version with this major number is accepted.
    static let version: UInt8 = 0x15

    let kind: Kind
    /// The message as received or created. Part of the session transcript.
    package let message: NDEFMessage
    /// The sender's encoded engagement; `nil` in a request without one.
    package let engagement: ArraySlice<UInt8>?
    /// The offered carriers, in order, without unknown and invalid ones.
    package let methods: [RetrievalMethod]

    /// Parses a handover message. Throws `NDEFError`; `missing` for a select message without a device engagement.
    package init(_ kind: Kind, _ bytes: ArraySlice<UInt8>) throws(NDEFError) {
        try self.init(kind, NDEFMessage(bytes))
    }

    private init(_ kind: Kind, _ message: NDEFMessage) throws(NDEFError) {
        self.kind = kind
        self.message = message
        guard let head = message.records.first, head.isA(.wellKnown, kind.rawValue) else {
            throw NDEFError(.missing, at: message.encoded.startIndex, "the first record is not the handover record")
        }
        guard let version = head.payload.first, version >> 4 == 1 else {
            throw NDEFError(.notAllowed, at: head.payload.startIndex, "the handover's major version is not 1")
        }
        engagement = message.first(.external, kind.engagement.type)?.payload
        guard engagement != nil || kind == .request else {
            throw NDEFError(.missing, at: message.encoded.startIndex, "the device engagement is missing")
        }
        let inner = head.payload.dropFirst()
        var methods: [RetrievalMethod] = []
        if !inner.isEmpty {
            for record in try NDEFMessage(inner).records where record.isA(.wellKnown, "ac") {
                let carrier = try NFCHandover.carrier(record.payload)
                let record = try NDEFError.require(
                    message.record(called: carrier), .missing, at: record.payload.startIndex,
                    "a carrier's record is missing")
                if let method = NFCHandover.method(record, from: kind.sender) { methods.append(method) }
            }
        }
        self.methods = methods
    }

    /// Returns the carrier's identifier in an alternative carrier record: a power state, the identifier, and the
    /// identifiers of auxiliary records.
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

    /// Returns the retrieval methods after a negotiated handover: the device's choice, in this message, from the offer
    /// of `request`.
    ///
    /// A service that only the request names counts for both: in the standard's example the reader names it, and the
    /// device answers with its role only (ISO/IEC 18013-5, annex D.3.2).
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
    public enum Carrier: Hashable, Sendable {
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

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - kind: The kind of message.
    ///   - carriers: The carriers to offer, each at most once.
    ///   - engagement: The sender's encoded engagement; `nil` for none.
    /// - Throws: `NDEFError` for a message that a peer would refuse.
    public init(_ kind: Kind, carriers: [Carrier], engagement: ArraySlice<UInt8>?) throws(NDEFError) {
        let name = kind.engagement.identifier
        var links: [NDEFRecord] = []
        var records: [NDEFRecord] = []
        for carrier in carriers {
            let record = carrier.record
            records.append(record)
            // Active; its identifier; the engagement as the only auxiliary record, if there is one.
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
            throw NDEFError(.notAllowed, at: 0, "a carrier is offered twice")
        }
        try self.init(kind, NDEFMessage(records).encoded)
    }
}
