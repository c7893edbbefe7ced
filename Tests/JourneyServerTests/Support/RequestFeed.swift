import JourneyBase
import Testing

@testable import JourneyServer

/// A request as the reader returned it.
struct FedRequest: Equatable {
    var method: HTTPMethod?
    var url: HTTPSURL?
    var headers: HTTPFields?
    var body: [UInt8] = []
    var isPersistent = true
    var isWhole = false
    var status: Int?

    var answer: FramingCase.Answer {
        if let status { return .refused(status) }
        return isWhole ? .accepted(body: String(decoding: body, as: UTF8.self)) : .unfinished
    }
}

/// Feeds a reader as a connection does: unconsumed bytes are given again, before the following ones. It closes after the
/// last request and after a refusal.
struct RequestFeed {
    private(set) var reader: RequestReader
    private(set) var requests: [FedRequest] = []
    private var kept: [UInt8] = []
    private var current: FedRequest?
    private var isClosed = false

    init(rules: RequestHead.Rules) { reader = RequestReader(rules: rules) }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        guard !isClosed else { return }
        var given = kept
        kept = []
        given += bytes
        var position = 0
        given.withUnsafeBytes { read($0, &position) }
        if position > 0 { given.removeFirst(position) }
        kept = given
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) {
        // Requests in progress are last, complete or not.
        if current != nil { requests.removeLast() }
        defer {
            if current == nil, !reader.isIdle, !isClosed { current = FedRequest() }
            if let current { requests.append(current) }
        }
        while !isClosed {
            let start = position
            do throws(RequestHead.Refusal) {
                guard let event = try reader.next(in: bytes, from: &position) else { return }
                #expect(start <= position && position <= bytes.count)
                switch event {
                case .head(let head):
                    current = FedRequest(
                        method: head.method, url: head.url, headers: head.headers, isPersistent: head.isPersistent)
                case .body(let range):
                    #expect(start <= range.lowerBound && range.upperBound == position && !range.isEmpty)
                    current?.body += bytes[range]
                case .end:
                    #expect(current != nil)
                    current?.isWhole = true
                    if let current { requests.append(current) }
                    isClosed = current?.isPersistent != true
                    current = nil
                }
            } catch {
                refuse(error, bytes, position)
            }
        }
    }

    private mutating func refuse(_ refusal: RequestHead.Refusal, _ bytes: UnsafeRawBufferPointer, _ position: Int) {
        var request = current ?? FedRequest()
        request.status = refusal.status
        requests.append(request)
        (current, isClosed) = (nil, true)
        var again = position
        #expect(throws: refusal) { try reader.next(in: bytes, from: &again) }
        #expect(again == position)
    }
}
