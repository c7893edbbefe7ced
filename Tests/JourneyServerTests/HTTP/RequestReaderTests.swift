import JourneyBase
import TestSupport
import Testing

@testable import JourneyServer

@Suite("Request reader")
struct RequestReaderTests {
    private static let host = "localhost:8443"
    private static let rules = RequestHead.Rules(names: ["localhost"], port: 8443, limits: ServerLimits())

    private func read(_ bytes: [UInt8], pieces: [Int]) -> [FedRequest] {
        var feed = RequestFeed(rules: Self.rules)
        var rest = bytes[...]
        for count in pieces {
            feed.take(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        feed.take(rest)
        return feed.requests
    }

    @Test("each row has the answer that is required, whole and however it is split", arguments: FramingCase.all)
    func table(row: FramingCase) {
        let bytes = row.bytes(host: Self.host)
        let whole = read(bytes, pieces: [])
        #expect(whole.map(\.answer) == row.answers)
        #expect(read(bytes, pieces: bytes.map { _ in 1 }) == whole)
        var generator = SplitMix(state: UInt64(bytes.count))
        for largest in [2, 5, 17, 200] {
            var pieces: [Int] = []
            while pieces.reduce(0, +) < bytes.count, pieces.count < 2_000 {
                pieces.append(Int.random(in: 0...largest, using: &generator))
            }
            #expect(read(bytes, pieces: pieces) == whole)
        }
        if bytes.count < 400 {
            for place in bytes.indices { #expect(read(bytes, pieces: [place]) == whole) }
        }
    }

    @Test("the table has enough rows of each class, and no two of one name")
    func size() {
        #expect(FramingCase.all.count >= 150)
        for kind in FramingCase.Kind.allCases { #expect(FramingCase.all.filter { $0.kind == kind }.count >= 20) }
        let names = Set(FramingCase.all.map(\.description))
        #expect(names.count == FramingCase.all.count)
    }
}
