/// The messages by which a negotiated handover begins (NFC Forum, Tag NDEF Exchange Protocol 1.0).
package enum NFCService {
    /// The service of handovers.
    package static let handover = "urn:nfc:sn:handover"

    /// What a tag offers: a service parameter record (section 4.1.2).
    package struct Offer: Hashable, Sendable {
        var service: String
        /// The least time between two exchanges, as the record's number.
        var waitingTime: UInt8
        /// How often the reader waits for it.
        var mostExtensions: UInt8
        /// The longest message, in bytes.
        var longestMessage: Int

        /// An offer of these parts.
        package init(
            service: String = NFCService.handover, waitingTime: UInt8 = 0, mostExtensions: UInt8 = 15,
            longestMessage: Int = 65_535
        ) {
            self.service = service
            self.waitingTime = waitingTime
            self.mostExtensions = mostExtensions
            self.longestMessage = longestMessage
        }

        /// The offer of `service` in a message; `nil` when there is none. Throws `NDEFError` for one that is cut short.
        package init?(of service: String = NFCService.handover, in message: NDEFMessage) throws(NDEFError) {
            for record in message.records where record.isA(.wellKnown, "Tp") {
                var rest = record.payload
                guard try NDEFRecord.number(1, &rest) >> 4 == 1 else { continue }
                let name = try NDEFRecord.ascii(NDEFRecord.number(1, &rest), &rest)
                // How they talk: 0, one answer to each message, is all that handovers need.
                guard try NDEFRecord.number(1, &rest) == 0 else { continue }
                let times = try NDEFRecord.take(2, &rest)
                let longest = try NDEFRecord.number(2, &rest)
                guard name == service, let wait = times.first, let extensions = times.last else { continue }
                self.init(
                    service: name, waitingTime: wait, mostExtensions: extensions, longestMessage: longest)
                return
            }
            return nil
        }

        /// The message that makes the offer. Throws `NDEFError` for a name that is too long.
        package func message() throws(NDEFError) -> NDEFMessage {
            let payload =
                [0x10] + NFCService.named(service) + [
                    0, waitingTime, mostExtensions, UInt8(truncatingIfNeeded: longestMessage >> 8),
                    UInt8(truncatingIfNeeded: longestMessage),
                ]
            return try NDEFMessage([NDEFRecord(.wellKnown, type: "Tp", payload: payload)])
        }
    }

    /// The message by which a reader takes a service. Throws `NDEFError` for a name that is too long.
    package static func selection(of service: String = handover) throws(NDEFError) -> NDEFMessage {
        try NDEFMessage([NDEFRecord(.wellKnown, type: "Ts", payload: named(service))])
    }

    /// The service that a message takes; `nil` when it takes none.
    package static func selected(in message: NDEFMessage) throws(NDEFError) -> String? {
        guard var rest = message.first(.wellKnown, "Ts")?.payload else { return nil }
        return try NDEFRecord.ascii(NDEFRecord.number(1, &rest), &rest)
    }

    /// The message that tells how an exchange went: 0 for well.
    package static func status(_ status: UInt8) throws(NDEFError) -> NDEFMessage {
        try NDEFMessage([NDEFRecord(.wellKnown, type: "Te", payload: [status])])
    }

    /// What a message tells about an exchange; `nil` when it tells nothing.
    package static func status(in message: NDEFMessage) -> UInt8? {
        guard let payload = message.first(.wellKnown, "Te")?.payload, payload.count == 1 else { return nil }
        return payload.first
    }

    private static func named(_ service: String) -> [UInt8] {
        [UInt8(truncatingIfNeeded: service.utf8.count)] + service.utf8
    }
}
