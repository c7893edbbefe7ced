import Foundation
import JourneyBase
import TestSupport
import Testing

/// Tests of the canary itself: it detects leaks in every form and place, and reports none without a leak.
@Suite("Canary detection")
struct CanaryTests {
    private static func json(_ value: some Encodable) -> [UInt8] { Array((try? JSONEncoder().encode(value)) ?? Data()) }

    /// Encodings other than the canary's own.
    static let writers: [(name: String, write: @Sendable ([UInt8]) -> [UInt8])] = [
        ("as they are", { $0 }), ("in a sentence", { Array("the PIN ".utf8) + $0 + Array(" was typed".utf8) }),
        ("as JSON", { json([String(decoding: $0, as: UTF8.self)]) }),
        ("as base64", { Array(Data($0).base64EncodedString().utf8) }),
        ("as base64 after a byte", { Array(Data([7] + $0).base64EncodedString().utf8) }),
        ("as base64 between others", { Array(Data([7, 8] + $0 + [9]).base64EncodedString().utf8) }),
        ("as base64url", { Array(Base64URL.encode([1, 2] + $0 + [255]).utf8) }),
        ("as hexadecimal", { bytes in Array(bytes.map { String(format: "%02x", $0) }.joined().utf8) }),
        ("as capital hexadecimal", { bytes in Array(bytes.map { String(format: "%02X", $0) }.joined().utf8) }),
        (
            "as memory in a debugger",
            { bytes in Array(bytes.map { String(format: "%02x", $0) }.joined(separator: " ").utf8) }
        ),
        ("as an array", { Array("\($0)".utf8) }), ("as an array in JSON", { json($0) }),
        ("as a form", { FormBody([FormBody.Entry("a", String(decoding: $0, as: UTF8.self))]).bytes }),
        ("as percent escapes", { bytes in Array(bytes.map { String(format: "%%%02X", $0) }.joined().utf8) }),
        ("as JSON escapes", { bytes in Array(bytes.map { String(format: "\\u%04x", $0) }.joined().utf8) }),
        ("as UTF-16", { bytes in bytes.flatMap { [$0, 0] } }), ("backwards", { $0.reversed() }),
        (
            "described",
            { bytes in
                let sinks = CanarySinks()
                sinks.describe([["a": bytes]])
                return sinks.bytes(.description)
            }
        ),
    ]

    @Test("the canary finds each secret in each encoding")
    func forms() {
        let canary = Canary()
        for (kind, bytes) in canary.secrets {
            for (name, write) in Self.writers {
                // A key is not text.
                if kind == .privateKey, ["as JSON", "as a form"].contains(name) { continue }
                #expect(canary.findings(in: write(bytes)).contains { $0.kind == kind }, "\(kind) \(name)")
            }
        }
    }

    @Test("the canary finds a grouped, truncated or packed card number and a truncated token")
    func parts() {
        let canary = Canary()
        let card = canary.text(.cardNumber)
        let grouped = [" ", "-"].map { separator in
            stride(from: 0, to: 16, by: 4).map { String(card.dropFirst($0).prefix(4)) }.joined(separator: separator)
        }
        for text in grouped + [String(card.dropLast(3)), String(card.dropFirst(3)), "x" + card + "9"] {
            #expect(canary.findings(in: Array(text.utf8)).map(\.kind).contains(.cardNumber), "\(text)")
        }
        let packed = Hex.decode(card) ?? []
        #expect(canary.findings(in: [1] + packed + [2]).map(\.kind) == [.cardNumber])
        #expect(!canary.findings(in: Array(canary.text(.bearerToken).prefix(20).utf8)).isEmpty)
        #expect(!canary.findings(in: Array(canary.text(.refreshToken).suffix(20).utf8)).isEmpty)
    }

    @Test("the canary finds nothing in values that only resemble a secret")
    func nearMisses() {
        let canary = Canary()
        for (kind, bytes) in canary.secrets {
            var other = bytes
            other[6 % other.count] ^= 1
            other[other.count - 2] ^= 1
            #expect(canary.findings(in: other) == [], "\(kind)")
            #expect(canary.findings(in: Array(bytes.prefix(4)) + [0] + Array(bytes.suffix(1))) == [], "\(kind)")
        }
        for text in ["", "0", "1073904", "73904", "0739042", "a073904", "4929 8317 0546 2819", "940317582605"] {
            #expect(canary.findings(in: Array(text.utf8)) == [], "\(text)")
        }
        #expect(!canary.findings(in: Array("cvv=073904;".utf8)).isEmpty)
    }

    @Test(
        "the canary finds a leak planted in any output and names the place",
        arguments: CanarySinks.Sink.allCases)
    func planted(sink: CanarySinks.Sink) async throws {
        let town = try await CanaryFixture()
        try await town.run("money-transfer", .asked)
        try town.collectDatabase()
        #expect(town.sinks.leaks(of: town.canary) == [])
        for (kind, bytes) in town.canary.secrets {
            for (name, write) in Self.writers where kind != .privateKey || !["as JSON", "as a form"].contains(name) {
                let sinks = CanarySinks()
                for other in CanarySinks.Sink.allCases { sinks.add(other, "what else there is") }
                sinks.add(sink, write(bytes))
                let leaks = sinks.leaks(of: town.canary)
                #expect(
                    !leaks.isEmpty && leaks.allSatisfy { $0.hasPrefix("\(sink): \(kind.rawValue)") }, "\(name) \(leaks)"
                )
            }
        }
        // The same among everything that the run left behind.
        town.sinks.add(sink, "x\(town.canary.text(.cardNumber))x")
        #expect(town.sinks.leaks(of: town.canary).allSatisfy { $0.hasPrefix("\(sink): cardNumber") })
        #expect(!town.sinks.leaks(of: town.canary).isEmpty)
    }

    @Test(
        "the canary finds leaks through log, listener, error, result, store, address, database and value"
    )
    func wired() async throws {
        for leak in CanaryFixture.Leak.allCases {
            let town = try await CanaryFixture(leak: leak)
            try await town.run("money-transfer")
            try town.collectDatabase()
            let leaks = town.sinks.leaks(of: town.canary)
            #expect(leaks.contains { $0.hasPrefix("\(leak.rawValue): pin") }, "\(leak): \(leaks)")
            #expect(leak.sink != nil && leaks.allSatisfy { $0.contains(": pin") }, "\(leak): \(leaks)")
        }
    }

    @Test("an output that nothing reached is reported, so that it does not pass as clean")
    func unreached() {
        let sinks = CanarySinks()
        #expect(sinks.unreached([.log, .event]) == [.event, .log])
        sinks.add(.log, "a line")
        #expect(sinks.unreached([.log, .event]) == [.event])
        // Each sink belongs to a run in process, in an engine, or in a crashing process.
        #expect(
            Set(CanarySinks.Sink.allCases)
                == CanaryFixture.reached.union(CanaryEngineTests.reached).union(CanaryCrashTests.reached))
    }
}
