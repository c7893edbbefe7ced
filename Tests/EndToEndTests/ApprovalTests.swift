import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyTesting
import JourneyWeb
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// The customer's signature, from the prompt to the bank's database, with a gateway that attests the app.
@Suite(
    "Approvals end to end", .serialized, .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10)))
struct ApprovalTests {
    @Test(
        "screen and prompt show the payment, the bank stores the signature, and the gateway attests the app"
    )
    func signed() async throws {
        try await EndToEndFixture.visit { town in
            let presenter = Answers()
            let code = EndToEndFixture.code(try await town.transfer(at: presenter))
            #expect(code == "completed")
            let screens = await presenter.asked
            #expect(screens.map(\.id) == ["transaction-approval", "biometric"])
            let lines = "Confirm your transfer\nAmount: £125.00\nTo: Amelia Stone\nAccount: 04-00-04 12345678"
            #expect(screens.first?.text == lines && screens.first?.isPrivate == true)
            #expect(screens.first?.action("approve")?.label == "Pay £125.00 to Amelia Stone")
            #expect(screens.last?.text == "Confirm your transfer\n£125.00\nAmelia Stone\n04-00-04 12345678")

            let record = try #require(try await town.records().first)
            let parts = record.approval.split(separator: ".")
            let claims = try JSONReader.read(try #require(Base64URL.decode(parts[1])))
            #expect(claims["amount"]?.int64 == record.amount && claims["payeeName"]?.string == record.payee)
            let steps = town.events.entries("api_call").compactMap { $0.attributes["operation"]?.string }
            #expect(
                steps.filter { ["approveQuote", "createTransfer"].contains($0) } == ["approveQuote", "createTransfer"])

            let store = try SealedFileStore(directory: town.directory + "/device")
            let instance = try await InstanceKeyStore(store: store).key().publicKey
            let address = try #require(
                HTTPSURL(origin: town.sandbox.gateway, path: "/instances/\(instance.thumbprint)/keys.json"))
            let answer = try await CurlTransport(trust: town.trust).send(
                HTTPRequest(method: .get, url: address), options: HTTPOptions(timeout: .seconds(10), bodyLimit: 65_536))
            #expect(answer.status == 200)
            let published = try JSONReader.read(answer.body)
            #expect(published["attestation"] == "development")
            #expect(published["keys"]?[0]?["x"] == instance.jwk["x"])
            // The approval key differs from the instance key, which vouches for it.
            let enrolment = try #require(claims["enrolment"]?.string)
            let word = try JSONReader.read(
                CompactJWS.verify(enrolment, typ: "journey-approval-key+jwt", key: instance))
            guard case .p256(let key) = try JWK(try #require(word["jwk"])).key else {
                Issue.record("another kind of key")
                return
            }
            #expect(key.thumbprint != instance.thumbprint)
            _ = try CompactJWS.verify(record.approval, typ: "journey-sca+jwt", key: key)
        }
    }

    /// Runs `body` with a change to the step in which the user approves. Without `namingApproval`, the payment does not name that
    /// step in `sca`, so that the change meets the bank's own check.
    private func visit(
        namingApproval: Bool = false, changing change: @escaping (inout [String: JSONValue]) -> Void,
        _ body: (EndToEndFixture) async throws -> Void
    ) async throws {
        try await EndToEndFixture.visit(
            changing: { manifest in
                var steps = manifest["steps"]?.object ?? [:]
                if !namingApproval, var submit = steps["submit"]?.object, var payment = submit["bindings"]?[0]?.object,
                    var call = payment["call"]?.object
                {
                    call["sca"] = nil
                    payment["call"] = .object(call)
                    submit["bindings"] = [.object(payment)]
                    steps["submit"] = .object(submit)
                }
                var step = steps["biometric"]?.object ?? [:]
                change(&step)
                steps["biometric"] = .object(step)
                manifest["steps"] = .object(steps)
            }, body)
    }

    @Test(
        "an amount or payee changed between bank and person is refused by the bank, and nothing is paid",
        arguments: [("amount", 100), ("payeeName", "Mallory Stone"), ("payeeAccount", "04-00-04 87654321"), ("fee", 1)]
            as [(String, JSONValue)])
    func changed(name: String, value: JSONValue) async throws {
        let change: (inout [String: JSONValue]) -> Void = { step in
            var (params, inputs) = (step["params"]?.object ?? [:], step["in"]?.object ?? [:])
            params[name] = value
            inputs[name] = nil
            (step["params"], step["in"]) = (.object(params), .object(inputs))
        }
        try await visit(changing: change) { town in
            let code = EndToEndFixture.code(try await town.transfer())
            #expect(code == "SCA_INVALID")
            #expect(town.steps.last == "failed")
            let records = try await town.records()
            #expect(records.isEmpty)
        }
    }

    @Test(
        "a journey that skips the signature and claims success pays nothing; one whose payment names its approval is not loaded",
        arguments: [(false, "SCA_REQUIRED"), (true, "MANIFEST_INVALID")])
    func unsigned(namingApproval: Bool, wanted: String) async throws {
        let change: (inout [String: JSONValue]) -> Void = { step in
            step["plugin"] = "biometric_auth"
            (step["params"], step["in"], step["bindings"]) = (["reason": "Confirm your transfer"], nil, nil)
            step["on"] = ["success": ["to": "submit"], "cancelled": ["to": "review"], "error": ["to": "failed"]]
        }
        try await visit(namingApproval: namingApproval, changing: change) { town in
            let code = EndToEndFixture.code(try await town.transfer())
            #expect(code == wanted)
            let records = try await town.records()
            #expect(records.isEmpty)
        }
    }

    @Test("an approval with a lost response and then a 500 is retried and paid once")
    func answerLost() async throws {
        try await EndToEndFixture.visit { town in
            town.sandbox.faults.inject(.answerLost, into: "approveQuote")
            town.sandbox.faults.inject(.status(500), into: "approveQuote")
            let code = EndToEndFixture.code(try await town.transfer())
            #expect(code == "completed")
            let records = try await town.records()
            #expect(records.count == 1)
        }
    }
}
