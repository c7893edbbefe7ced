extension NFCHandover {
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
