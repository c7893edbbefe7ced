import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyScreens
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Approving a transaction")
struct TransactionApprovalPluginTests {
    /// A key that unlocks for every statement, or throws.
    final class Person: ApprovalKey {
        let key: P256PrivateKey
        let refusal: ErrorCode?
        let shown = Mutex<[String]>([])

        init(refusing refusal: ErrorCode? = nil) throws {
            key = try .generate()
            self.refusal = refusal
        }

        func unlock(showing statement: String) async throws -> any SigningKey {
            shown.withLock { $0.append(statement) }
            if let refusal { throw JourneyError(refusal, "No.") }
            return key
        }
    }

    private static let challenge = "AAECAwQFBgcICQoLDA0ODw"
    private static let params: JSONValue = [
        "reason": "Confirm your transfer", "challenge": .string(challenge), "amount": 12_500, "currency": "GBP",
        "payeeName": "Amelia Stone", "payeeAccount": "04-00-04 12345678",
    ]

    private let instance: P256PrivateKey

    init() throws { instance = try .generate() }

    /// A person who agrees to `count` confirmations.
    static func agrees(_ count: Int = 1) -> ScriptedPresenter {
        let yes = ScriptedPresenter.Reply.answer(ScreenAction(action: "approve"))
        return ScriptedPresenter(["transaction-approval": Array(repeating: yes, count: count)])
    }

    private func plugin(_ person: Person, _ presenter: ScriptedPresenter = agrees(2)) -> TransactionApprovalPlugin {
        TransactionApprovalPlugin(
            key: person, instanceKey: instance, presenter: presenter,
            dependencies: .fixed(now: Date(timeIntervalSince1970: 1_800_000_000)))
    }

    private func code(_ person: Person, _ params: JSONValue, method: String = "approveTransaction") async -> String {
        do { return "\(try await plugin(person).handle(method, params: params))" } catch let error as JourneyError {
            return error.code.rawValue
        } catch { return "\(error)" }
    }

    @Test("the shown transaction is signed by the approval key, which the instance key vouches for")
    func signed() async throws {
        let person = try Person()
        let answer = try await plugin(person).handle("approveTransaction", params: Self.params.with("fee", 50))
        #expect(answer.object?.keys.sorted() == ["proof"])
        let proof = try #require(answer["proof"]?.string)
        let claims = try JSONReader.read(
            CompactJWS.verify(proof, typ: "journey-sca+jwt", key: person.key.publicKey))
        let enrolment = try #require(claims["enrolment"]?.string)
        #expect(
            claims.with("enrolment", nil).with("jti", nil) == [
                "challenge": .string(Self.challenge), "amount": 12_500, "fee": 50, "currency": "GBP",
                "payeeName": "Amelia Stone", "payeeAccount": "04-00-04 12345678", "iat": 1_800_000_000,
            ])
        #expect((claims["jti"]?.string ?? "").utf8.count >= 16)
        let word = try JSONReader.read(
            CompactJWS.verify(enrolment, typ: "journey-approval-key+jwt", key: instance.publicKey))
        #expect(word == ["jwk": person.key.publicKey.jwk, "iat": 1_800_000_000])
        #expect(
            person.shown.withLock { $0 } == [
                "Confirm your transfer\n£125.00 + £0.50\nAmelia Stone\n04-00-04 12345678"
            ])
    }

    @Test("two approvals of one transaction have different signatures and IDs")
    func ids() async throws {
        let plugin = plugin(try Person())
        let proofs = try await [
            plugin.handle("approveTransaction", params: Self.params),
            plugin.handle("approveTransaction", params: Self.params),
        ]
        #expect(proofs[0] != proofs[1])
    }

    @Test(
        "a refusal, an unavailable check and a failed store have their own codes",
        arguments: [ErrorCode.userCancelled, .scaRequired, .storeFailed])
    func refused(code expected: ErrorCode) async throws {
        #expect(await code(try Person(refusing: expected), Self.params) == expected.rawValue)
    }

    /// Unlocks but does not sign, as a Secure Enclave key does after another finger was enrolled.
    struct Stuck: ApprovalKey, SigningKey {
        let publicKey: P256PublicKey

        func unlock(showing statement: String) async throws -> any SigningKey { self }
        func sign(_ message: [UInt8]) async throws -> [UInt8] { throw JourneyError(.scaRequired, "It does not open.") }
    }

    @Test("an approval key that no longer signs is SCA_REQUIRED; an instance's key that does not is STORE_FAILED")
    func stuck() async throws {
        let (good, stuck) = (try Person(), Stuck(publicKey: try P256PrivateKey.generate().publicKey))
        for (plugin, code) in [
            (
                TransactionApprovalPlugin(key: stuck, instanceKey: instance, presenter: Self.agrees()),
                ErrorCode.scaRequired
            ),
            (TransactionApprovalPlugin(key: good, instanceKey: stuck, presenter: Self.agrees()), .storeFailed),
        ] {
            let error = await #expect(throws: JourneyError.self) {
                _ = try await plugin.handle("approveTransaction", params: Self.params)
            }
            #expect(error?.code == code && error?.recovery == .restart)
        }
    }

    static let bad: [(String, JSONValue?)] = [
        ("reason", nil), ("reason", ""), ("reason", "Pay\nGBP 1.00"), ("reason", "Pay \u{202E}00.1"),
        ("reason", .string(String(repeating: "a", count: 201))), ("challenge", nil), ("challenge", "short"),
        ("challenge", "AAECAwQFBgcICQoLDA0OD="), ("challenge", .string(String(repeating: "A", count: 87))),
        ("amount", nil), ("amount", 0), ("amount", -1), ("amount", "12500"),
        ("amount", .number(JSONNumber(1 << 53))), ("fee", -1), ("fee", "0"), ("fee", .some(.null)),
        ("currency", nil), ("currency", "gbp"), ("currency", "GBPX"), ("currency", "£"), ("payeeName", nil),
        ("payeeName", ""), ("payeeName", "Amelia\u{2028}Stone"), ("payeeName", "Amelia\nStone"),
        ("payeeName", .string(String(repeating: "é", count: 71))), ("payeeAccount", nil), ("payeeAccount", 12_345_678),
        ("method", "approveTransaction"), ("note", "and more"), ("biometric", "PASS"),
    ]

    @Test("malformed or undisplayable parameters are refused before the prompt", arguments: bad)
    func badParams(name: String, value: JSONValue?) async throws {
        let person = try Person()
        #expect(await code(person, Self.params.with(name, value)) == "VALIDATION_FAIL")
        #expect(person.shown.withLock { $0 }.isEmpty)
    }

    @Test("parameters that are not an object are refused", arguments: [nil, [], "Pay", true] as [JSONValue])
    func noObject(params: JSONValue) async throws {
        #expect(await code(try Person(), params) == "VALIDATION_FAIL")
    }

    @Test("another method is BRIDGE_FORBIDDEN", arguments: ["", "approvetransaction", "performBiometric"])
    func otherMethod(method: String) async throws {
        #expect(await code(try Person(), Self.params, method: method) == "BRIDGE_FORBIDDEN")
    }

    @Test("a prompt that is answered after the step was left approves nothing")
    func cancelled() async throws {
        let gate = Gate()
        struct Slow: ApprovalKey {
            let gate: Gate
            func unlock(showing statement: String) async throws -> any SigningKey {
                await gate.wait()
                return try P256PrivateKey.generate()
            }
        }
        let plugin = TransactionApprovalPlugin(
            key: Slow(gate: gate), instanceKey: instance, presenter: Self.agrees())
        let work = Task { try await plugin.handle("approveTransaction", params: Self.params) }
        await gate.arrival()
        work.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { _ = try await work.value }
    }

    @Test(
        "amounts are formatted with their currency's decimal places",
        arguments: [
            (1, "GBP", "GBP 0.01"), (10, "GBP", "GBP 0.10"), (12_500, "GBP", "GBP 125.00"), (1, "JPY", "JPY 1"),
            (12_500, "JPY", "JPY 12500"), (1, "BHD", "BHD 0.001"), (12_500, "KWD", "KWD 12.500"),
            (12_345, "CLF", "CLF 1.2345"), (9_007_199_254_740_991, "EUR", "EUR 90071992547409.91"),
            (100, "XXX", "XXX 1.00"),
        ] as [(Int64, String, String)])
    func money(amount: Int64, currency: String, text: String) {
        #expect("\(currency) \(MinorUnits.decimal(amount, currency))" == text)
    }
}
