import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

/// Errors in the form that pages receive.
@Suite("Errors as received by pages")
struct ErrorSnapshotTests {
    /// All codes of the package, read from their declarations.
    private static let codes: [String] = {
        let source =
            URL(filePath: #filePath).pathComponents.dropLast(4) + [
                "Sources", "Base", "JourneyBase", "Flow", "ErrorCode.swift",
            ]
        let text = (try? String(contentsOfFile: NSString.path(withComponents: Array(source)), encoding: .utf8)) ?? ""
        return text.matches(of: /ErrorCode\(rawValue: "([A-Z_]+)"\)/).map { String($0.1) }
    }()

    @Test("for every code a page receives code, recoverability, delay and trace in this form, and nothing else")
    func snapshot() throws {
        #expect(ErrorSnapshotTests.codes.count > 50)
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let recoveries: [(JourneyError.Recovery, String)] = [
            (.giveUp, #""recoverable":false"#), (.restart, #""recoverable":true"#),
            (.retry(after: .milliseconds(1_500)), #""recoverable":true,"retryAfterMs":1500"#),
            (.retry(after: .seconds(-1)), #""recoverable":true,"retryAfterMs":0"#),
        ]
        for code in ErrorSnapshotTests.codes {
            for (recovery, words) in recoveries {
                let error = JourneyError(
                    ErrorCode(rawValue: code), "SwiftError in /usr/lib/Sensor.swift: 4929 1234", recovery: recovery,
                    traceID: "internal")
                let answer = BridgeAnswer(name: "pay", id: "7", content: .error(error), traceparent: trace)
                let bytes = answer.bytes(
                    time: PageSide.start, nonce: "n", version: .v12, sdkVersion: "1.0.0", documentID: "D",
                    newTrace: { "" })
                let expected =
                    #"{"kind":"response","name":"pay","id":"7","payload":{"error":{"code":"\#(code)",\#(words),"#
                    + #""traceparent":"\#(trace)"}},"meta":{"ts":1790000000000,"nonce":"n","bridgeVersion":"1.2","#
                    + #""sdkVersion":"1.0.0","docId":"D","traceparent":"\#(trace)"}}"#
                #expect(try JSONReader.read(bytes) == JSONReader.read(Array(expected.utf8)), "\(code)")
                #expect(bytes.count == expected.utf8.count)
            }
        }
    }

    @Test("every failed signature gives the page the same error and is reported to the host")
    func oneWord() throws {
        let page = try PageSide()
        try page.connect()
        let good = try page.sealed(page.message("event", "submit"))
        let otherKey = String(
            decoding: BridgeSeal.seal(
                Array(page.message("event", "submit").utf8), key: Secret(copying: [UInt8](repeating: 1, count: 32))),
            as: UTF8.self)
        // Four bits of the last character count; A and E differ in them.
        let last = good.dropLast(2).last == "A" ? "E" : "A"
        let bad = [
            String(good.dropLast(3)) + "\(last)\"}", otherKey, page.message("event", "submit"), "", "{",
            good.replacing("submit", with: "cancel"),
        ]
        var words: Set<String> = []
        for text in bad {
            let answer = try page.open(try #require(page.post(text)))
            let error = try #require(answer["payload"]?["error"]?.object)
            #expect(Set(error.keys) == ["code", "recoverable", "traceparent"])
            words.insert(
                "\(answer["name"] ?? .null) \(answer["id"] ?? .null) \(error["code"] ?? .null) \(error["recoverable"] ?? .null)"
            )
        }
        #expect(words.count == 1)
        #expect(page.refusals == [ErrorCode](repeating: .bridgeSignature, count: bad.count))
    }
}
