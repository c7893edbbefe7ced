import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneySandbox
import JourneyTesting
import JourneyWeb
import SandboxServices
import Testing

/// Real pages in a real engine, real TLS on loopback, a real database. Sequential, as for a user.
@Suite(
    "A money transfer from end to end", .serialized,
    .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10)))
struct MoneyTransferTests {
    private static let path = ["intro", "recipient", "amount", "review", "biometric", "submit", "completed"]

    @Test("a transfer runs from intro to completed, is paid once and reported once")
    func completed() async throws {
        try await EndToEndFixture.visit { town in
            let person = ScriptedPerson()
            let result = try await town.transfer(by: person)
            #expect(person.faults == [])
            let records = try await town.records()
            #expect(records.count == 1)
            let record = try #require(records.first)
            #expect(record.amount == 12_500 && record.status == "COMPLETED" && record.balance == 0)
            #expect(record.account == "04-00-04 12345678")
            guard case .completed(let payload) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(payload["reference"] == .string(record.reference))
            #expect(payload["amount"] == 12_500)
            #expect(town.steps == MoneyTransferTests.path)
            let exits = town.events.entries("step_exit").compactMap { $0.attributes["step"]?.string }
            #expect(exits == MoneyTransferTests.path)
            #expect(town.events.names.first == "journey_begin")
            #expect(!town.events.names.contains("error"))
            #expect(town.events.entries("api_call").allSatisfy { $0.attributes["code"] == nil })
        }
    }

    @Test("no event of a real run contains typed text")
    func noLeaks() async throws {
        try await EndToEndFixture.visit { town in
            _ = try await town.transfer()
            for entry in town.events.entries {
                let text = "\(entry.attributes)"
                #expect(!text.contains("Amelia") && !text.contains("12345678") && !text.contains("125.00"))
            }
        }
    }

    @Test(
        "telemetry with consent is one trace without typed text, and without consent nothing is sent")
    func telemetry() async throws {
        try await EndToEndFixture.visit { town in
            _ = try await town.transfer()
            #expect(try await town.sandbox.telemetry.traces() == [])
        }
        try await EndToEndFixture.visit { town in
            let code = EndToEndFixture.code(try await town.transfer(consents: true))
            #expect(code == "completed")
            let traces = try await town.sandbox.telemetry.traces()
            #expect(traces.count == 1)
            let documents = try await town.sandbox.telemetry.documents(of: #require(traces.first)).joined()
            for word in [#""journey""#, #""step""#, #""call""#, "money-transfer", "createTransfer"] {
                #expect(documents.contains(word), "\(word)")
            }
            for secret in ["Amelia", "12345678", "125.00"] { #expect(!documents.contains(secret)) }
        }
    }

    @Test("a payment with a lost response, a 500 and a 429 is retried with one key and paid once")
    func answerLost() async throws {
        try await EndToEndFixture.visit { town in
            town.sandbox.faults.inject(.answerLost, into: "createTransfer")
            town.sandbox.faults.inject(.status(500), into: "createTransfer")
            town.sandbox.faults.inject(.rateLimited(retryAfter: 1), into: "createTransfer")
            let code = EndToEndFixture.code(try await town.transfer())
            #expect(code == "completed")
            let records = try await town.records()
            #expect(records.count == 1)
            let tries = town.events.entries("api_call").filter { $0.attributes["operation"] == "createTransfer" }
            #expect(
                tries.map { $0.attributes["status"] } == [nil, 500, 429, 201] || tries.last?.attributes["code"] == nil)
            #expect(tries.count == 4)
        }
    }

    @Test("a killed web process is reloaded, and the transfer completes")
    func killedProcess() async throws {
        try await EndToEndFixture.visit { town in
            let person = ScriptedPerson { page, step, visit in
                if step == "recipient", visit == 1 { return await page.killWebProcess() }
                try await ScriptedPerson.transfer(page, step, visit)
            }
            let code = EndToEndFixture.code(try await town.transfer(by: person))
            #expect(code == "completed")
            #expect(person.faults == [])
            let records = try await town.records()
            #expect(records.count == 1)
        }
    }

    @Test("a page that navigates to another origin ends the journey unpaid")
    func otherOrigin() async throws {
        try await EndToEndFixture.visit { town in
            let person = ScriptedPerson { page, step, visit in
                guard step == "amount" else { return try await ScriptedPerson.transfer(page, step, visit) }
                let elsewhere = "https://evil.localhost:\(town.sandbox.bank.port)/"
                _ = await page.evaluate("location.href = \"\(elsewhere)\"; return \"\";")
            }
            let code = EndToEndFixture.code(try await town.transfer(by: person))
            #expect(code == "ORIGIN_BLOCKED")
            let records = try await town.records()
            #expect(records.isEmpty)
        }
    }

    @Test("a 10 MB message from a real page is refused and answered, and the transfer completes")
    func tenMegabytes() async throws {
        try await EndToEndFixture.visit { town in
            let person = ScriptedPerson { page, step, visit in
                if step == "recipient" {
                    let answer = await page.evaluate(
                        """
                        const port = document.createElement("i");
                        document.dispatchEvent(new MouseEvent("journey-connect", { relatedTarget: port }));
                        const answer = new Promise((resolve) =>
                            port.addEventListener("reply", (event) => resolve(event.data), { once: true }));
                        port.dispatchEvent(
                            new MessageEvent("post", { data: "x".repeat(10 * 1024 * 1024), lastEventId: "1" }));
                        return await answer;
                        """)
                    #expect(answer?.contains("BRIDGE_MESSAGE_TOO_LARGE") == true)
                }
                try await ScriptedPerson.transfer(page, step, visit)
            }
            let code = EndToEndFixture.code(try await town.transfer(by: person))
            #expect(code == "completed")
            #expect(person.faults == [])
            let codes = town.events.entries("error").compactMap { $0.attributes["code"]?.string }
            #expect(codes == ["BRIDGE_MESSAGE_TOO_LARGE"])
        }
    }

    @Test(
        "leaving a confirmation or prompt returns to the review, and a later approval pays once",
        arguments: [["cancel"], ["approve", "cancel"]])
    func biometricCancelled(answers: [String]) async throws {
        try await EndToEndFixture.visit { town in
            let code = EndToEndFixture.code(try await town.transfer(answers: answers))
            #expect(code == "completed")
            #expect(
                town.steps == [
                    "intro", "recipient", "amount", "review", "biometric", "review", "biometric", "submit", "completed",
                ])
            let records = try await town.records()
            #expect(records.count == 1)
        }
    }

    @Test("a device without biometrics has its own code and pays nothing")
    func biometricUnavailable() async throws {
        try await EndToEndFixture.visit { town in
            let code = EndToEndFixture.code(try await town.transfer(answers: ["approve", "unavailable"]))
            #expect(code == "SCA_REQUIRED")
            let records = try await town.records()
            #expect(records.isEmpty)
        }
    }

    @Test("closing the window ends the run as cancelled and unpaid")
    func closed() async throws {
        try await EndToEndFixture.visit { town in
            let run = Task {
                try await town.transfer(
                    by: ScriptedPerson { page, step, visit in
                        if step != "review" { try await ScriptedPerson.transfer(page, step, visit) }
                    })
            }
            _ = await town.events.first { $0.name == "step_enter" && $0.attributes["step"] == "review" }
            run.cancel()
            let result = try await run.value
            #expect(result == .cancelled)
            let records = try await town.records()
            #expect(records.isEmpty)
        }
    }

    @Test("a wrong authority and a wrong pin end the journey before a page is shown")
    func wrongCertificate() async throws {
        try await EndToEndFixture.visit { town in
            var stranger = town
            stranger.trust.authorities = [try SandboxOptions.ephemeral().authorityPEM]
            let code = EndToEndFixture.code(try await stranger.transfer())
            #expect(code == "TLS_FAIL")
            #expect(stranger.steps.isEmpty)
        }
        try await EndToEndFixture.visit { town in
            var pinned = town
            let others = try (0..<2).map { _ in SPKIPin(hashing: try P256PrivateKey.generate().publicKey.spki).base64 }
            pinned.trust.pins = try PinPolicy(
                pins: [town.sandbox.gateway.host: others, town.sandbox.bank.host: others])
            let code = EndToEndFixture.code(try await pinned.transfer())
            #expect(code == "PINNING_FAIL")
            #expect(pinned.steps.isEmpty)
        }
    }

    @Test("an unreachable bank ends the journey with a recoverable code")
    func serverDown() async throws {
        try await EndToEndFixture.visit { town in
            await town.sandbox.stop()
            let result = try await town.transfer()
            guard case .failed("NET_UNREACHABLE", _, recoverable: true) = result else {
                Issue.record("\(result)")
                return
            }
        }
    }
}
