import JourneyBase
import Testing

@testable import JourneyDevice

@Suite("Network failures")
struct NetworkFailureTests {
    @Test(
        "a URLSession error code maps to an SDK code",
        arguments: [
            (-1001, ErrorCode.netTimeout), (-1200, .tlsFail), (-1201, .tlsFail), (-1202, .tlsFail), (-1203, .tlsFail),
            (-1204, .tlsFail), (-1205, .tlsFail), (-1206, .tlsFail), (-1003, .netUnreachable), (-1004, .netUnreachable),
            (-1005, .netUnreachable), (-1009, .netUnreachable), (-1, .netUnreachable), (0, .netUnreachable),
        ])
    func codes(code: Int, expected: ErrorCode) throws {
        let origin = try #require(Origin(scheme: "https", host: "bank.example", port: 443))
        let fault = try #require(NetworkFailure.urlLoading(code, origin: origin))
        #expect(fault.code == expected)
        #expect(fault.isRecoverable == (expected != .tlsFail))
        #expect(NetworkFailure.urlLoading(-999, origin: origin) == nil)
    }

    @Test("a body that ends only with the connection may be truncated")
    func ends() {
        func isKnown(_ status: Int, _ headers: HTTPFields, isHead: Bool = false, isFramed: Bool = false) -> Bool {
            ResponseEnd.isKnown(status: status, headers: headers, isHead: isHead, isFramed: isFramed)
        }
        #expect(!isKnown(200, [:]))
        #expect(!isKnown(200, ["Transfer-Encoding": "chunked, gzip"]))
        #expect(!isKnown(200, ["Transfer-Encoding": "gzip"]))
        #expect(isKnown(200, ["Transfer-Encoding": "gzip, Chunked"]))
        #expect(isKnown(200, ["Content-Length": "0"]))
        #expect(isKnown(204, [:]) && isKnown(304, [:]))
        #expect(isKnown(200, [:], isHead: true) && isKnown(200, [:], isFramed: true))
    }

    @Test("header fields from URLSession are read within limits, and unsafe ones are left out")
    func headers() throws {
        let fields = try #require(
            SessionHeaders.read(["B": "2", "A": "1", "Bad Name": "x", "C": "a\nb", 7: "x", "D": 8]))
        #expect(fields.fields.map(\.name) == ["A", "B"])
        #expect(SessionHeaders.read(["A": String(repeating: "x", count: 64 * 1024)]) == nil)
        let many = Dictionary(uniqueKeysWithValues: (0..<201).map { (AnyHashable("X-\($0)"), "1" as Any) })
        #expect(SessionHeaders.read(many) == nil)
    }
}
