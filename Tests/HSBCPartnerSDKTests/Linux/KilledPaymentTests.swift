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
        "processes that were killed at random times and started again have made one payment at each bank, with the same bytes: fifty in a campaign"
    )
    func kills() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/journey-killed-\(UUID().uuidString)"
        defer { Scratch.remove(directory) }
        let warm = KilledPayers(in: directory + "/warm")
        var outcomes: [KeyStyle: String] = [:]
        let took = try await ContinuousClock().measure { outcomes = try await warm.start(1) }
        #expect(outcomes.values.allSatisfy { $0 == "completed" }, "\(outcomes)")
        #expect(warm.payers.allSatisfy { $0.payments == 1 && $0.requests.count == 1 })
        var generator = SplitMix(state: Campaign.seed(27))
        // Kills in turn at any time of the start, and soon after the first request has arrived. A process must also load its
        // libraries, and the machine's speed varies: the last result makes the next time longer or shorter.
        var longest = [false: UInt32(took * 3 / .microseconds(1)), true: 20_000]
        var ends: [String: Int] = [:]
        let rounds = Campaign.count(4, campaign: 50)
        for round in 1...rounds {
            let payers = KilledPayers(in: "\(directory)/\(round)")
            let text = String(decoding: try JSONEncoder().encode(payers), as: UTF8.self)
            let hasBegun = round.isMultiple(of: 2)
            let limit = try #require(longest[hasBegun])
            let delay = UInt32.random(in: 0...limit, using: &generator)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [text = text as String, delay = delay as UInt32, hasBegun = hasBegun as Bool] in
                let payers = try JSONDecoder().decode(KilledPayers.self, from: Data(text.utf8))
                try await payers.startAndDie(after: delay, ofRequest: hasBegun)
            }
            let isLate = payers.payers.count { hasBegun ? $0.isTold : !$0.requests.isEmpty } * 2 > payers.payers.count
            longest[hasBegun] = isLate ? limit / 10 * 9 : limit / 10 * 11
            for payer in payers.payers { ends["\(payer.style) \(payer.end)", default: 0] += 1 }
            let outcomes = try await payers.resume()
            for payer in payers.payers {
                let place: Comment = "round \(round), \(payer.style), killed after \(delay) µs"
                let outcome = outcomes[payer.style]
                if payer.style == .none {
                    // Without a key, a payment that may have been made is not made again.
                    #expect(["completed", "pending"].contains(outcome), "\(place): \(outcome ?? "")")
                    #expect(payer.payments <= 1 && payer.requests.count <= 1, place)
                    continue
                }
                #expect(outcome == "completed", place)
                #expect(payer.payments == 1, place)
                #expect(Set(payer.requests).count == 1, place)
            }
        }
        guard Campaign.isRunning else { return }
        print(
            "Killed payments: \(ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))"
        )
        // Some processes must have died before the request, and some between it and the outcome; otherwise the test proves nothing.
        var between = 0
        for style in KeyStyle.allCases {
            let (unsent, told) = (ends["\(style) unsent", default: 0], ends["\(style) told", default: 0])
            #expect(unsent >= rounds / 10 && unsent + told < rounds, "\(ends)")
            between += rounds - unsent - told
        }
        #expect(between >= rounds / 2, "\(ends)")
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

/// Apps in a process of their own, one for each bank: one kill interrupts all of them.
struct KilledPayers: Codable, Sendable {
    let payers: [KilledPayer]

    init(in directory: String) {
        payers = KeyStyle.allCases.map { KilledPayer(style: $0, directory: "\(directory)-\($0)") }
    }

    /// Starts all, at the same time; `number` counts the starts. `onRequest` is called when a bank receives a payment.
    func start(_ number: Int, onRequest: @escaping @Sendable () -> Void = {}) async throws -> [KeyStyle: String] {
        try await all { try await $0.start(number, onRequest: onRequest) }
    }

    /// Starts each again, and once more where its run is then pending. One that has received its outcome is not started.
    func resume() async throws -> [KeyStyle: String] {
        try await all { payer in
            if payer.isTold { return "completed" }
            let outcome = try await payer.start(2)
            return outcome == "pending" && payer.style != .none ? try await payer.start(3) : outcome
        }
    }

    private func all(
        _ work: @escaping @Sendable (KilledPayer) async throws -> String
    ) async throws -> [KeyStyle: String] {
        try await withThrowingTaskGroup(of: (KeyStyle, String).self) { group in
            for payer in payers { group.addTask { (payer.style, try await work(payer)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Runs `start` in a process that is killed after `microseconds`, counted from the first request or from the start.
    func startAndDie(after microseconds: UInt32, ofRequest: Bool) async throws {
        let die: @Sendable () -> Void = {
            Thread.detachNewThread {
                usleep(microseconds)
                kill(getpid(), SIGKILL)
            }
        }
        if !ofRequest { die() }
        _ = try await start(1) { if ofRequest { die() } }
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }
}

/// An app with a store and a bank on disk.
struct KilledPayer: Codable, Sendable {
    let style: KeyStyle
    /// The folder of the device's store, and of the bank's records.
    let directory: String

    private var records: DiskBank { DiskBank(style: style, directory: directory + "-bank") }
    /// The requests that the bank has received, without the run's own headers.
    var requests: [String] { records.requests }
    var payments: Int { records.payments }
    /// `true` if the app has received `completed`.
    var isTold: Bool { FileManager.default.fileExists(atPath: directory + "-told") }
    /// How far the payment has come.
    var end: String { isTold ? "told" : payments > 0 ? "paid" : requests.isEmpty ? "unsent" : "sent" }

    /// Resumes the suspended run or starts a new one; `number` counts the starts.
    func start(_ number: Int, onRequest: @escaping @Sendable () -> Void = {}) async throws -> String {
        var bank = try records.open()
        bank.onRequest = onRequest
        let world = try KeyedFixture(style).world
        let told = directory + "-told"
        let result = try await world.start(number, after: Double(number), with: bank, in: directory) {
            name, attributes in
            guard name == "result", attributes["outcome"] == "completed" else { return }
            close(open(told, O_CREAT | O_WRONLY, 0o600))
        }
        return JourneyFixture.word(result)
    }
}

extension JourneyFixture {
    /// Resumes the suspended run of the device whose store is in `directory`, or starts a new one.
    ///
    /// - Parameters:
    ///   - number: The number of the start.
    ///   - seconds: The device's time.
    ///   - clock: The clock of the run's waits.
    ///   - bank: The bank.
    ///   - directory: The folder of the store.
    ///   - onEvent: Receives the events.
    /// - Returns: The result.
    func start(
        _ number: Int, after seconds: Double, clock: ManualClock = ManualClock(hurried: true), with bank: DiskBank,
        in directory: String,
        onEvent: @escaping @Sendable (String, [String: JSONValue]) -> Void = { _, _ in }
    ) async throws -> JourneyResult {
        var world = self
        world.dependencies = .fixed(
            now: JourneyFixture.now.addingTimeInterval(seconds), clock: clock, seed: UInt64(number))
        world.keySet = try JourneyFixture.keySet(of: world.key, version: Int64(number))
        world.remote.says(.document(RemoteConfigurationFixture.document(["sequence": .number(JSONNumber(number))])))
        let store = try SealedFileStore(directory: directory)
        var host = world.host(try await world.transport(adding: [world.bankOrigin: bank]))
        host.store = store
        host.instanceKey = try await InstanceKeyStore(store: store).key()
        let engine = world.engine()
        var params = world.params
        params.resumeToken = try await engine.unfinishedJourneys(of: host).last?.resumeToken
        return await engine.start(from: host, params: params, listener: onEvent)
    }
}
#endif
