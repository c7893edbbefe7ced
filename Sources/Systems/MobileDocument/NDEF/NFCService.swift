/// The messages that start a negotiated handover (NFC Forum, Tag NDEF Exchange Protocol 1.0).
package enum NFCService {
    /// The name of the handover service.
    package static let handover = "urn:nfc:sn:handover"

    /// A tag's offer: a service parameter record (section 4.1.2).
    package struct Offer: Hashable, Sendable {
        var service: String
        /// The minimum time between two exchanges, as encoded in the record.
        var waitingTime: UInt8
        /// The maximum number of waiting time extensions.
        var mostExtensions: UInt8
        /// The maximum length of a message, in bytes.
        var longestMessage: Int

        /// Creates an offer.
        package init(
            service: String = NFCService.handover, waitingTime: UInt8 = 0, mostExtensions: UInt8 = 15,
            longestMessage: Int = 65_535
        ) {
            self.service = service
            self.waitingTime = waitingTime
            self.mostExtensions = mostExtensions
            self.longestMessage = longestMessage
        }

        /// Parses the offer of `service` in a message; `nil` without one. Throws `NDEFError` for a truncated record.
        package init?(of service: String = NFCService.handover, in message: NDEFMessage) throws(NDEFError) {
            for record in message.records where record.isA(.wellKnown, "Tp") {
                var rest = record.payload
                guard try NDEFRecord.number(1, &rest) >> 4 == 1 else { continue }
                let name = try NDEFRecord.ascii(NDEFRecord.number(1, &rest), &rest)
                // Communication mode 0, one answer to each message, is all that handovers need.
                guard try NDEFRecord.number(1, &rest) == 0 else { continue }
                let times = try NDEFRecord.read(2, &rest)
                let longest = try NDEFRecord.number(2, &rest)
                guard name == service, let wait = times.first, let extensions = times.last else { continue }
                self.init(
                    service: name, waitingTime: wait, mostExtensions: extensions, longestMessage: longest)
                return
            }
            return nil
        }

        /// Returns the message that makes the offer. Throws `NDEFError` for a name that is too long.
        package func message() throws(NDEFError) -> NDEFMessage {
            let payload =
                [0x10] + NFCService.named(service) + [
                    0, waitingTime, mostExtensions, UInt8(truncatingIfNeeded: longestMessage >> 8),
                    UInt8(truncatingIfNeeded: longestMessage),
                ]
            return try NDEFMessage([NDEFRecord(.wellKnown, type: "Tp", payload: payload)])
        }
    }

    /// Returns the message with which a reader selects a service. Throws `NDEFError` for a name that is too long.
    package static func selection(of service: String = handover) throws(NDEFError) -> NDEFMessage {
        try NDEFMessage([NDEFRecord(.wellKnown, type: "Ts", payload: named(service))])
    }

    /// Returns the service that a message selects, or `nil`.
    package static func selected(in message: NDEFMessage) throws(NDEFError) -> String? {
        guard var rest = message.first(.wellKnown, "Ts")?.payload else { return nil }
        return try NDEFRecord.ascii(NDEFRecord.number(1, &rest), &rest)
    }

    /// Returns the message with the status of an exchange; 0 is success.
    package static func status(_ status: UInt8) throws(NDEFError) -> NDEFMessage {
        try NDEFMessage([NDEFRecord(.wellKnown, type: "Te", payload: [status])])
    }

    /// Returns the status in a message, or `nil`.
    package static func status(in message: NDEFMessage) -> UInt8? {
        guard let payload = message.first(.wellKnown, "Te")?.payload, payload.count == 1 else { return nil }
        return payload.first
    }

    private static func named(_ service: String) -> [UInt8] {
        [UInt8(truncatingIfNeeded: service.utf8.count)] + service.utf8
    }
}
