import JourneyBase
import JourneyServer

extension FuzzTarget {
    /// The requests of a connection: limits hold, a refusal is final, and the same bytes give the same requests however they are
    /// split. The first eight bytes select the split.
    static let requestReader = FuzzTarget("request-reader", seeds: requests) { input in
        guard input.count >= 8 else { return }
        let bytes = Array(input[8...])
        let whole = read(bytes) { $0 }
        promise(read(bytes) { _ in 1 } == whole, "bytes one by one are the same requests")
        var state = input[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let split = read(bytes) { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33 % 40)
        }
        promise(split == whole, "a split changes no request")
        for request in whole {
            promise(request.fields <= limits.fields, "fields are bounded")
            promise(request.url.map { $0.origin.host == "bank.example" } ?? true, "a request is for this server")
            promise(request.length.map { request.body.count <= $0 } ?? true, "a body is as long as announced")
            promise(!request.isWhole || request.length.map { request.body.count == $0 } ?? true, "a body is whole")
        }
    }

    private static let limits = ServerLimits(target: 200, head: 1_000, fields: 12)
    private static let rules = RequestHead.Rules(names: ["bank.example"], port: 443, limits: limits)

    /// A parsed request.
    private struct Read: Equatable {
        var url: HTTPSURL?
        var fields = 0
        var length: Int?
        var body: [UInt8] = []
        var isWhole = false
        var status: Int?
    }

    /// Reads `bytes` as a connection does, in pieces of the sizes that `next` returns for the remaining bytes.
    private static func read(_ bytes: [UInt8], next: (Int) -> Int) -> [Read] {
        var reader = RequestReader(rules: rules)
        var requests: [Read] = []
        bytes.withUnsafeBytes { all in
            var (position, count) = (0, 0)
            repeat {
                count = min(count + next(all.count - count), all.count)
                // A connection keeps unconsumed bytes, at another address.
                let given = Array(all[position..<count])
                var used = 0
                let isOpen = given.withUnsafeBytes { take($0, from: &used, &reader, &requests) }
                position += used
                guard isOpen else { return }
                promise(given.count - used <= limits.head, "what is kept is bounded")
            } while count < all.count
        }
        return requests
    }

    /// Reads the available requests. Returns `true` if the connection stays open.
    private static func take(
        _ bytes: UnsafeRawBufferPointer, from position: inout Int, _ reader: inout RequestReader,
        _ requests: inout [Read]
    ) -> Bool {
        while true {
            let start = position
            do throws(RequestHead.Refusal) {
                let event = try reader.next(in: bytes, from: &position)
                promise(start <= position && position <= bytes.count, "a position is in the bytes")
                switch event {
                case nil: return true
                case .head(let head):
                    var request = Read(url: head.url, fields: head.headers.fields.count)
                    if case .length(let length) = head.framing { request.length = length }
                    requests.append(request)
                case .body(let range):
                    promise(start <= range.lowerBound && range.upperBound == position, "a piece was consumed")
                    promise(!range.isEmpty, "a piece has bytes")
                    requests[requests.count - 1].body += bytes[range]
                case .end:
                    requests[requests.count - 1].isWhole = true
                    promise(reader.isIdle, "nothing is left of a request")
                }
            } catch {
                promise([400, 413, 414, 421, 431, 501, 505].contains(error.status), "a refusal has a known status")
                requests.append(Read(status: error.status))
                var again = position
                promise((try? reader.next(in: bytes, from: &again)) == nil && again == position, "nothing is read then")
                return false
            }
        }
    }

    private static let requests: [[UInt8]] = [
        "GET / HTTP/1.1\r\nHost: bank.example\r\n\r\n",
        "GET /a?b=c HTTP/1.1\r\nHost: bank.example\r\nX-Test:\ta \r\n\r\nGET /b HTTP/1.0\r\nHost: bank.example:443\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: bank.example\r\nContent-Length: 5\r\n\r\nhello\r\nGET / HTTP/1.1\r\nHost: bank.example\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: bank.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: bank.example\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
            + "2;a=b ; c=\"d\\\"\"\r\nhe\r\n3\r\nllo\r\n0\r\nX-Sum: \u{e9}\r\n\r\nGET / HTTP/1.1\r\nHost: bank.example\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: bank.example\r\nTransfer-Encoding: gzip, chunked\r\nConnection: a, close\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: bank.example\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ].map { [0, 1, 2, 3, 4, 5, 6, 7] + Array($0.utf8) }
}
