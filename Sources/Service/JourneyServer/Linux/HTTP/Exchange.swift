import JourneyBase

/// The carrier of an exchange: a connection of HTTP/1.1, or one of HTTP/2 with its streams.
protocol ExchangeCarrier: AnyObject {
    /// Reports a change of `exchange`: it was answered, its service reads on, or there is more to send. Called on the loop's
    /// thread.
    func proceed(_ exchange: Exchange)
}

/// One request and its response, from the request's first byte to the response's last.
///
/// Unchecked, because the compiler can't see that only the loop's thread touches it: connections, and tasks that prefer the loop
/// as their executor.
final class Exchange: @unchecked Sendable {
    enum Phase {
        /// Its head has not been read.
        case started
        /// The head was accepted; the body is collected.
        case reading(limit: Int)
        /// The service has it, whole or while its body arrives.
        case handling
        /// An answer is ready to be sent.
        case answered
        /// Being sent.
        case sent
    }

    /// A body that the service reads while it arrives.
    struct Upload {
        let pipe: HTTPBodyPipe
        let limit: Int
        var count = 0
        var isComplete = false
        /// Small pieces that are handed over as one.
        var gathered: [UInt8] = []
        /// Since when the service has not read what came before; `nil` if it has.
        var fullSince: ClockInstant?
        /// The time that the client's pace counts from: later by each time for which the service didn't read.
        var begin: ClockInstant

        /// `true` if the service has not read what came before.
        var isFull: Bool { fullSince != nil }

        /// The service has read what came before.
        mutating func reads(at now: ClockInstant) {
            if let fullSince { begin = begin + (now - fullSince) }
            fullSince = nil
        }
    }

    let id: String
    let loop: ServerLoop
    /// The carrier; `nil` once the exchange is complete, because each would keep the other alive.
    private(set) var carrier: (any ExchangeCarrier)?
    /// The stream, for a carrier that has many.
    let stream: Int32
    /// The address of the client, as far as trusted proxies name it.
    var address: ClientAddress?
    let begin: ClockInstant
    var phase = Phase.started
    /// The answer to send.
    var answer: HTTPResponse?
    /// The request's head, once it was accepted.
    var head: HTTPRequest?
    /// The collected body, and the time at which collecting began.
    var body: [UInt8] = []
    var bodyBegin: ClockInstant?
    var upload: Upload?
    /// The service that answers.
    var service: (any HTTPService)?
    /// The certificate that the client showed in the handshake, DER.
    var clientCertificate: [UInt8]?
    /// Runs the service.
    var task: Task<Void, Never>?
    /// The sender of a streamed response.
    var outgoing: OutgoingBody?
    var status = 0
    /// The reason why the request was refused or cut, as a stable code.
    var reason: String?
    /// The caller, where requests are logged.
    var caller: RequestCaller?
    var bytesSent = 0
    /// Since when the service has had the whole request, or the client the response.
    var since: ClockInstant
    private(set) var isComplete = false

    init(
        _ loop: ServerLoop, carrier: any ExchangeCarrier, stream: Int32 = 0, from address: ClientAddress?,
        begin: ClockInstant
    ) {
        id = loop.requestIDs.next()
        self.loop = loop
        self.carrier = carrier
        self.stream = stream
        self.address = address
        self.begin = begin
        since = begin
        loop.underWay += 1
    }

    /// Takes the service's answer. Only the first one counts.
    func finish(_ response: HTTPResponse) {
        guard case .handling = phase, !isComplete else {
            response.stream?.cancel()
            return
        }
        answer = response
        phase = .answered
        carrier?.proceed(self)
    }

    /// The exchange is over: its response was sent, or its client is gone. `reason` is that of a request without an answer.
    func complete(_ reason: String = RequestReason.clientGone) {
        guard !isComplete else { return }
        isComplete = true
        loop.underWay -= 1
        // Nobody is left to answer, and no timer looks at it from here on. Who reads the body learns first why it has ended.
        if case .handling = phase { loop.postpone { [task] in task?.cancel() } }
        dropBody()
        if let upload {
            loop.core.endStream()
            upload.pipe.finish(throwing: JourneyError(.netUnreachable, "The client broke its request off."))
        }
        if let outgoing {
            loop.core.endStream()
            self.outgoing = nil
            outgoing.abandon()
        }
        answer.take()?.stream?.cancel()
        phase = .sent
        if status == 0, self.reason == nil { self.reason = reason }
        carrier = nil
        loop.core.record(self)
    }
}

extension Exchange {
    enum Verdict { case tooSlowClient, tooSlowService, tooLongUpload, tooLongStream }

    /// The next time limit, and the side that will have exceeded it.
    var due: (at: ClockInstant, verdict: Verdict)? {
        let times = loop.core.times
        let last = loop.stopDeadline
        func first(_ at: ClockInstant) -> ClockInstant { last.map { min($0, at) } ?? at }
        switch phase {
        case .started: return (begin + times.head, .tooSlowClient)
        case .reading:
            let latest = begin + times.transfer
            return (min(latest, slowestBody(from: bodyBegin ?? begin, count: body.count) ?? latest), .tooSlowClient)
        case .handling, .answered:
            if let upload, !upload.isComplete {
                let latest = first(begin + times.transfer + times.handling)
                guard !upload.isFull, let slowest = slowestBody(from: upload.begin, count: upload.count),
                    slowest < latest
                else { return (latest, .tooLongUpload) }
                return (slowest, .tooSlowClient)
            }
            guard case .handling = phase else { return (since + times.transfer, .tooSlowClient) }
            return (first(since + times.handling), .tooSlowService)
        case .sent:
            guard let outgoing else { return (since + times.transfer, .tooSlowClient) }
            let end = first(begin + times.streaming)
            if !outgoing.isWaitingForSource, outgoing.since + times.transfer < end {
                return (outgoing.since + times.transfer, .tooSlowClient)
            }
            return (end, .tooLongStream)
        }
    }

    /// The time at which a client that has sent `count` bytes since `start` falls below the least rate; `nil` if there is none.
    private func slowestBody(from start: ClockInstant, count: Int) -> ClockInstant? {
        let rate = loop.core.limits.leastBodyRate
        guard rate > 0 else { return nil }
        return start + loop.core.times.idle + Duration.seconds(Double(count) / Double(rate))
    }
}
