import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import TestSupport
import Testing
import WalletPass

@testable import ProntoWalletSDK

/// A wallet that does what the test says, and keeps what it was shown.
private final class ScriptedWallet: WalletPresenter {
    let isAvailable: Bool
    let shown = Mutex<[(data: [UInt8], signature: [UInt8])]>([])
    private let script: @Sendable () async throws -> Void

    init(isAvailable: Bool = true, _ script: @escaping @Sendable () async throws -> Void = {}) {
        self.isAvailable = isAvailable
        self.script = script
    }

    func present(issuerData: [UInt8], signature: [UInt8]) async throws {
        shown.withLock { $0.append((issuerData, signature)) }
        try await script()
    }
}

@MainActor private final class Listener: ProvisioningDelegate {
    var heard: [String] = []
    func provisioningDidComplete() { heard.append("completed") }
    func provisioning(didFailWith error: ProvisioningError) { heard.append(error.localizedDescription) }
    func provisioningDidCancel() { heard.append("cancelled") }
}

@Suite("Adding passes to the wallet")
struct ProntoWalletTests {
    private static let binding: [UInt8] = {
        let sample: JSONValue = [
            "fidoProfile": ["relyingPartyIdentifier": "passes.example.com", "accountHash": "a"],
            "creationTimestamp": "2026-01-02T03:04:05Z", "sessionIdentifier": "s/1",
            "callbackURL": "https://passes.example.com/callback", "passTypeIdentifier": "pass.com.example",
            "teamIdentifier": "ABCDE12345", "displayableName": "Example",
        ]
        return sample.compactBytes
    }()

    private static func answer(_ body: JSONValue, status: Int = 200) -> ScriptedTransport.Step {
        .response(HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: body.compactBytes))
    }
    private static var issuerData: ScriptedTransport.Step {
        answer([
            "issuer_data": .string(Data(binding).base64EncodedString()), "signature": "AQID", "tag_id": "7",
        ])
    }
    private static func status(_ status: String) -> ScriptedTransport.Step { answer(["status": .string(status)]) }

    private func pronto(_ steps: [ScriptedTransport.Step]) -> (ProntoWallet, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let wallet = ProntoWallet(dependencies: .fixed(clock: ManualClock(hurried: true))) { transport }
        wallet.configure(with: ProntoConfiguration(apiKey: "key-1", environment: .development(host: "localhost:3000")))
        return (wallet, transport)
    }

    @Test("the device receives exactly the bytes that the service signed, and the outcome is completed")
    func completed() async throws {
        let (pronto, transport) = pronto([Self.issuerData, Self.status("completed")])
        let wallet = ScriptedWallet()
        #expect(try await pronto.provisionPass(tagId: "TICKET-001", on: wallet) == .completed)
        let shown = try #require(wallet.shown.withLock { $0.first })
        #expect(shown.data == Self.binding && shown.signature == [1, 2, 3])
        let requests = transport.requests
        #expect(
            requests.map(\.url.description) == [
                "https://localhost:3000/api/v2/in_app_provisioning/issuer_data",
                "https://localhost:3000/api/v2/in_app_provisioning/sessions/s%2F1",
            ])
        #expect(requests[0].method == .post && requests[0].headers["Authorization"] == "Basic a2V5LTE6")
        #expect(requests[0].headers["Accept"] == "application/json")
        #expect(
            try JSONReader.read(requests[0].body) == ["tag_id": "TICKET-001", "id_attribute": "reference_id"])
    }

    @Test(
        "after a closed sheet the service's status decides, and is polled while it is pending",
        arguments: [
            (["pending", "pending", "completed"], ProvisioningOutcome.completed, 4),
            (["pending", "pending", "pending"], .cancelled, 4), (["expired"], .cancelled, 2),
        ])
    func asking(states: [String], expected: ProvisioningOutcome, calls: Int) async throws {
        let (pronto, transport) = pronto([Self.issuerData] + states.map(Self.status))
        #expect(try await pronto.provisionPass(tagId: "T", on: ScriptedWallet()) == expected)
        #expect(transport.requests.count == calls)
    }

    @Test("a cancelled sheet still asks the service, since the device may have finished")
    func cancelled() async throws {
        let wallet = ScriptedWallet { throw CancellationError() }
        #expect(
            try await pronto([Self.issuerData, Self.status("completed")]).0.provisionPass(tagId: "T", on: wallet)
                == .completed)
        #expect(
            try await pronto([Self.issuerData, Self.status("pending")]).0.provisionPass(tagId: "T", on: wallet)
                == .cancelled)
    }

    @Test("cancelling before the sheet ends at once; during the sheet the service is still asked")
    func cancelledTask() async throws {
        let (began, begin) = AsyncStream<Void>.makeStream()
        let sheet = ScriptedWallet {
            begin.finish()
            try await Task.sleep(for: .seconds(3_600))
        }
        let (pronto, transport) = pronto([Self.issuerData, Self.status("completed")])
        let over = Task { try await pronto.provisionPass(tagId: "T", on: sheet) }
        for await _ in began {}
        over.cancel()
        #expect(try await over.value == .completed && transport.requests.count == 2)
        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await self.pronto([.silence]).0.provisionPass(tagId: "T", on: ScriptedWallet())
        }
        #expect(try await before.value == .cancelled)
    }

    @Test("each failure has its case, and a sentence in each language")
    func failures() async throws {
        struct Refused: Error {}
        func failure(_ steps: [ScriptedTransport.Step], _ wallet: ScriptedWallet = ScriptedWallet()) async -> String {
            do throws(ProvisioningError) {
                let (pronto, _) = pronto(steps)
                let outcome = try await pronto.provisionPass(tagId: "T", on: wallet)
                return outcome.rawValue
            } catch {
                #expect(
                    error.message(in: .bengali) != error.message(in: .english)
                        && error.localizedDescription == error.message(in: .english))
                for language in OwnLetters.languages {
                    #expect(OwnLetters.others(in: error.message(in: language), language) == "")
                }
                return switch error {
                case .notConfigured: "notConfigured"
                case .walletNotAvailable: "walletNotAvailable"
                case .networkError(let error): "network \((error as? JourneyError)?.code.rawValue ?? "")"
                case .serverError(let status, let message): "\(status) \(message ?? "")"
                case .invalidResponse: "invalidResponse"
                case .passKitError: "passKit"
                }
            }
        }
        let good: [String: JSONValue] = [
            "issuer_data": .string(Data(Self.binding).base64EncodedString()), "signature": "AQID", "tag_id": "7",
        ]
        func without(_ name: String, _ value: JSONValue? = nil) -> ScriptedTransport.Step {
            var members = good
            members[name] = value
            return Self.answer(.object(members))
        }
        #expect(await failure([Self.issuerData], ScriptedWallet(isAvailable: false)) == "walletNotAvailable")
        #expect(await failure([Self.issuerData], ScriptedWallet { throw Refused() }) == "passKit")
        #expect(await failure([.failure(JourneyError(.netUnreachable, "x"))]) == "network NET_UNREACHABLE")
        #expect(await failure([Self.answer(["detail": "No\nsuch tag."], status: 404)]) == "404 Nosuch tag.")
        #expect(await failure([Self.answer("?", status: 401)]) == "401 ")
        for broken in [
            without("issuer_data"), without("signature"), without("tag_id"), without("tag_id", 7),
            without("issuer_data", "e30="), without("issuer_data", "?"), without("signature", ""), Self.answer([]),
        ] { #expect(await failure([broken]) == "invalidResponse") }
        #expect(await failure([Self.issuerData, Self.status("lost")]) == "invalidResponse")
        #expect(await failure([Self.issuerData, .failure(JourneyError(.netTimeout, "x"))]) == "network NET_TIMEOUT")
        let bare = ProntoWallet(dependencies: .fixed()) { ScriptedTransport([]) }
        await #expect(throws: ProvisioningError.self) { try await bare.provisionPass(tagId: "T", on: ScriptedWallet()) }
        for environment in [
            ProntoEnvironment.development(host: "a b"), .custom(try #require(URL(string: "http://a.example"))),
        ] {
            bare.configure(with: ProntoConfiguration(apiKey: "k", environment: environment))
            await #expect(throws: ProvisioningError.self) {
                try await bare.provisionPass(tagId: "T", on: ScriptedWallet())
            }
        }
    }

    @Test("the delegate is called once on the main actor, by its documented names")
    @MainActor func delegate() async {
        let listener = Listener()
        await pronto([Self.issuerData, Self.status("completed")]).0
            .provisionPass(tagId: "T", idAttribute: .prontoTagId, on: ScriptedWallet(), delegate: listener).value
        await pronto([Self.issuerData, Self.status("expired")]).0
            .provisionPass(tagId: "T", on: ScriptedWallet(), delegate: listener).value
        await pronto([Self.answer("?", status: 404)]).0
            .provisionPass(tagId: "T", on: ScriptedWallet(), delegate: listener).value
        #expect(listener.heard == ["completed", "cancelled", "We can't find this pass."])
    }

    @Test("a second provisioning is refused, and the first continues")
    func busy() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (began, begin) = AsyncStream<Void>.makeStream()
        let (pronto, transport) = pronto([Self.issuerData, Self.status("completed")])
        let wallet = ScriptedWallet {
            begin.finish()
            for await _ in gate {}
        }
        async let first = pronto.provisionPass(tagId: "T", on: wallet)
        for await _ in began {}
        await #expect(throws: ProvisioningError.self) { try await pronto.provisionPass(tagId: "U", on: wallet) }
        open.finish()
        #expect(try await first == .completed)
        #expect(transport.requests.count == 2)
    }

    @Test("a person's token replaces the API key, and neither appears in a description")
    func tokens() async throws {
        let (pronto, transport) = pronto([Self.issuerData, Self.status("completed")])
        let configuration = ProntoConfiguration { "user-1" }
        pronto.configure(with: configuration)
        _ = try await pronto.provisionPass(tagId: "T", on: ScriptedWallet())
        #expect(transport.requests.allSatisfy { $0.headers["Authorization"] == "Basic dXNlci0xOg==" })
        #expect(transport.requests[0].url.origin.host == "app.prontocx.com")
        let secret = ProntoConfiguration(apiKey: "key-1")
        #expect(secret.timeout == 30 && secret.environment == .production)
        #expect(!"\(secret) \(String(reflecting: secret))".contains("key-1"))
        pronto.configure(with: ProntoConfiguration(apiKey: "a:b"))
        await #expect(throws: ProvisioningError.self) {
            try await pronto.provisionPass(tagId: "T", on: ScriptedWallet())
        }
    }

    @Test("a journey's page names a tag and gets the outcome")
    func plugin() async throws {
        func call(_ params: JSONValue, _ steps: [ScriptedTransport.Step], _ wallet: ScriptedWallet = ScriptedWallet())
            async -> String
        {
            let plugin = AddToWalletPlugin(pronto(steps).0, on: wallet)
            do { return try await plugin.handle("addToWallet", params: params).compactText } catch {
                return (error as? JourneyError)?.code.rawValue ?? "\(error)"
            }
        }
        let done = [Self.issuerData, Self.status("completed")]
        #expect(await call(["tagId": "T"], done) == #"{"outcome":"completed"}"#)
        #expect(await call(["tagId": "T", "idAttribute": "subscription_id"], done) == #"{"outcome":"completed"}"#)
        for params: JSONValue in [[:], ["tagId": ""], ["tagId": 7], ["tagId": "T", "idAttribute": "id"]] {
            #expect(await call(params, done) == "VALIDATION_FAIL")
        }
        #expect(await call(["tagId": "T"], [Self.issuerData, Self.status("expired")]) == "USER_CANCELLED")
        #expect(await call(["tagId": "T"], done, ScriptedWallet(isAvailable: false)) == "WALLET_UNAVAILABLE")
        #expect(await call(["tagId": "T"], [Self.answer("?", status: 404)]) == "VALIDATION_FAIL")
        #expect(await call(["tagId": "T"], [Self.answer("?", status: 500)]) == "SERVER_ERROR")
        #expect(await call(["tagId": "T"], [.failure(JourneyError(.pinningFail, "x"))]) == "PINNING_FAIL")
        let plugin = AddToWalletPlugin(ProntoWallet(dependencies: .fixed()), on: ScriptedWallet())
        #expect(plugin.permissions == [.wallet])
        await #expect(throws: JourneyError.self) { try await plugin.handle("other", params: [:]) }
    }
}
