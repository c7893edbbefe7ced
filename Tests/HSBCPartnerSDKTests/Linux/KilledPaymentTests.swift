import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyTesting
import TestSupport
import Testing

@testable import HSBCPartnerSDK

#if os(Linux)
import Glibc

/// Processes that are killed while they pay, and answers that are lost, under the keys of many banks.
@Suite("Killed payments", .serialized, .timeLimit(.minutes(15)))
struct KilledPaymentTests {
    @Test(
        "processes that were killed at random times and started again have made one payment each, with the same bytes: fifty for each bank in a campaign",
        arguments: KeyStyle.allCases)
    func kills(style: KeyStyle) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/journey-killed-\(UUID().uuidString)"
        defer { Scratch.remove(directory) }
        var payer = KilledPayer(style: style, directory: directory + "/warm")
        let took = try await ContinuousClock().measure { _ = try await payer.start(1) }
        #expect(payer.payments == 1 && payer.requests.count == 1)
        var generator = SplitMix(state: Campaign.seed(27))
        var longest = UInt32(took * 6 / .microseconds(1))
        for round in 1...Campaign.count(4, campaign: 50) {
            payer.directory = "\(directory)/\(round)"
            let text = String(decoding: try JSONEncoder().encode(payer), as: UTF8.self)
            let delay = UInt32.random(in: 0...longest, using: &generator)
            await #expect(processExitsWith: .signal(SIGKILL)) { [text = text as String, delay = delay as UInt32] in
                let payer = try JSONDecoder().decode(KilledPayer.self, from: Data(text.utf8))
                try await payer.startAndDie(after: delay)
            }
            let wasSent = !payer.requests.isEmpty
            longest = wasSent ? longest / 10 * 9 : longest / 10 * 11
            var outcome = payer.isTold ? "completed" : try await payer.start(2)
            if style == .none {
                // Without a key, a payment that may have been made is not made again.
                #expect(["completed", "pending"].contains(outcome), "round \(round): \(outcome)")
                #expect(payer.payments <= 1 && payer.requests.count <= 1, "round \(round): \(delay) µs")
                continue
            }
            if outcome == "pending" { outcome = try await payer.start(3) }
            #expect(outcome == "completed", "round \(round), killed after \(delay) µs")
            #expect(payer.payments == 1, "round \(round), killed after \(delay) µs")
            #expect(Set(payer.requests).count == 1, "round \(round): \(payer.requests)")
        }
    }

    /// What becomes of one try: its answer arrives, the answer is lost, or the request.
    enum Try: CaseIterable { case answered, lost, undelivered }

    @Test(
        "whichever answers and requests are lost, there is one payment, with the same bytes", arguments: KeyStyle.keyed)
    func losses(style: KeyStyle) async throws {
        for first in Try.allCases {
            for second in Try.allCases {
                for third in Try.allCases {
                    let tries = [first, second, third]
                    var world = try KeyedFixture(style)
                    let network = Losing(try await world.transport(), tries)
                    var outcome = JourneyFixture.word(try await world.run(network))
                    #expect(outcome == (tries.contains(.answered) ? "completed" : "pending"), "\(tries)")
                    if outcome == "pending" {
                        // Days later the app is started again; its bank remembers keys for an hour.
                        world = try await world.resuming(after: 600)
                        outcome = JourneyFixture.word(try await world.run())
                        #expect(outcome == "completed", "\(tries)")
                    }
                    #expect(world.bank.payments == 1 && Set(world.bank.sent).count == 1, "\(tries)")
                }
            }
        }
    }

    /// A network that treats the payment's tries as a list says.
    private actor Losing: HTTPTransport {
        private let network: any HTTPTransport
        private var rest: [Try]

        init(_ network: any HTTPTransport, _ tries: [Try]) { (self.network, rest) = (network, tries) }

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            guard request.method == .post, request.url.path.hasSuffix("/payments"), !rest.isEmpty else {
                return try await network.send(request, options: options)
            }
            let next = rest.removeFirst()
            if next == .undelivered { throw KilledPaymentTests.gone }
            let answer = try await network.send(request, options: options)
            if next == .lost { throw KilledPaymentTests.gone }
            return answer
        }
    }

    private static var gone: JourneyError {
        var error = JourneyError(.netTimeout, "Lost.")
        error.requestFate = .unknown
        return error
    }
}

/// An app in a process of its own, with a store and a bank on disk.
struct KilledPayer: Codable, Sendable {
    let style: KeyStyle
    /// The folder of the device's store, and of the bank's records.
    var directory: String

    private var records: DiskBank { DiskBank(style: style, directory: directory + "-bank") }
    /// The requests that the bank has received, without the run's own headers.
    var requests: [String] { records.requests }
    var payments: Int { records.payments }
    /// `true` if the app has received `completed`.
    var isTold: Bool { FileManager.default.fileExists(atPath: directory + "-told") }

    /// Resumes the suspended run or starts a new one; `number` counts the starts.
    func start(_ number: Int) async throws -> String {
        let bank = try records.open()
        var world = try KeyedFixture(style).world
        world.dependencies = .fixed(
            now: JourneyFixture.now.addingTimeInterval(Double(number)), clock: ManualClock(hurried: true),
            seed: UInt64(number))
        world.keySet = try JourneyFixture.keySet(of: world.key, version: Int64(number))
        world.remote.says(.document(RemoteConfigurationFixture.document(["sequence": .number(JSONNumber(number))])))
        let store = try SealedFileStore(directory: directory)
        var host = world.host(try await world.transport(adding: [world.bankOrigin: bank]))
        host.store = store
        host.instanceKey = try await InstanceKeyStore(store: store).key()
        let engine = world.engine()
        var params = world.params
        params.resumeToken = try await engine.unfinishedJourneys(of: host).last?.resumeToken
        let told = directory + "-told"
        let result = await engine.start(from: host, params: params) { name, attributes in
            guard name == "result", attributes["outcome"] == "completed" else { return }
            close(open(told, O_CREAT | O_WRONLY, 0o600))
        }
        return JourneyFixture.word(result)
    }

    /// Runs `start` in a process that is killed after `microseconds`.
    func startAndDie(after microseconds: UInt32) async throws {
        Thread.detachNewThread {
            usleep(microseconds)
            kill(getpid(), SIGKILL)
        }
        _ = try await start(1)
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }
}

/// A bank whose records outlive the process that asks it.
struct DiskBank: HTTPService {
    let style: KeyStyle
    let directory: String

    func open() throws -> DiskBank {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        return self
    }

    private var log: String { directory + "/requests" }

    var requests: [String] {
        ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    var payments: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).count { $0.hasPrefix("paid-") }
    }

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.method == .post else { return HTTPResponse(status: 404) }
        let line = KeyedBank.bytes(of: request).joined(separator: " | ") + "\n"
        let file = Glibc.open(log, O_CREAT | O_WRONLY | O_APPEND, 0o600)
        _ = line.withCString { write(file, $0, strlen($0)) }
        close(file)
        let key = style.key(of: request) ?? "unkeyed-\(requests.count)"
        let paid = Glibc.open(directory + "/paid-" + Hex.encode(Array(key.utf8)), O_CREAT | O_EXCL | O_WRONLY, 0o600)
        if paid >= 0 { close(paid) }
        return .json(["reference": "P-1"], status: paid >= 0 ? 201 : 200)
    }
}
#endif
