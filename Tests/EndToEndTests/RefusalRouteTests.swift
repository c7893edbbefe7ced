import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneySandbox
import JourneyTesting
import JourneyWeb
import SandboxServices
import Testing

/// Refusals in the real engine have a code, and the manifest's error policy determines the next step.
@Suite(
    "Page refusals in the engine and the policy", .serialized,
    .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10)))
struct RefusalRouteTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let code: String
        /// The script that runs on the recipient's page; `PORT` is the bank's port.
        var attack = ""
        /// The script that runs in the document that the attack leads to.
        var afterwards: (selector: String, script: String)?
        /// `true` if the bank presents keys that the configuration has not pinned.
        var hasOtherPins = false
        /// `true` if the app differs from the one that the gateway attests.
        var isOtherApp = false
        var testDescription: String { code }
    }

    /// Posts a message without the library, and waits for the answer.
    private static func posting(_ text: String) -> String {
        """
        const port = document.createElement("i");
        document.dispatchEvent(new MouseEvent("journey-connect", { relatedTarget: port }));
        const answer = new Promise((resolve) => port.addEventListener("reply", ({ data }) => resolve(data), { once: true }));
        port.dispatchEvent(new MessageEvent("post", { data: \(text), lastEventId: "1" }));
        return await answer;
        """
    }

    /// Sends a hello with unsupported versions, from a document of the bank without its own script.
    private static let oldHello = """
        const { publicKey } = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"]);
        const point = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
        const key = btoa(String.fromCharCode(...point)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
        const hello = JSON.stringify({ kind: "event", name: "bridge_hello", id: "1",
            payload: { origin: location.origin, pageNonce: "A".repeat(22), versions: ["9.9"], key },
            meta: { ts: Date.now(), nonce: "nonce-0001", bridgeVersion: "1.1" } });
        \(posting("hello"))
        """

    static let rows: [Row] = [
        Row(code: "ORIGIN_BLOCKED", attack: "location.href = \"https://evil.localhost:PORT/\"; return \"\";"),
        Row(
            code: "BRIDGE_FORBIDDEN",
            attack: """
                const { Journey } = await import("/pages/assets/journey-bridge.js");
                const bridge = await Journey.connect();
                try { await bridge.request("readContacts"); } catch {}
                return "";
                """),
        Row(code: "BRIDGE_SIGNATURE", attack: posting("\"forged\"")),
        Row(code: "BRIDGE_MESSAGE_TOO_LARGE", attack: posting("\"x\".repeat(1024 * 1024)")),
        // The authorization server's key set exists and can be displayed, but has no policy, so it is not a page.
        Row(code: "CSP_REQUIRED", attack: "location.href = \"/oauth/keys\"; return \"\";"),
        Row(
            code: "BRIDGE_VERSION", attack: "location.href = \"/pages/assets/mark.svg\"; return \"\";",
            afterwards: ("svg", oldHello)),
        Row(code: "PAGE_LOAD_FAILED", attack: "location.href = \"/pages/transfer/nothing\"; return \"\";"),
        Row(code: "PINNING_FAIL", hasOtherPins: true),
        Row(code: "ATTESTATION_FAIL", isOtherApp: true),
    ]

    private static func visit(_ row: Row, _ body: (EndToEndFixture, JourneyResult, ScriptedPerson) async throws -> Void)
        async throws
    {
        try await EndToEndFixture.visit(changing: { manifest in
            manifest["errorPolicy"] = [["on": [.string(row.code)], "to": "refused"]]
            var steps = manifest["steps"]?.object ?? [:]
            steps["refused"] = ["type": "terminal", "outcome": "cancelled"]
            manifest["steps"] = .object(steps)
            var security = manifest["security"]?.object ?? [:]
            // Every row is attested; an accepted app reaches its pages.
            security["attestation"] = ["device": true, "session": true]
            manifest["security"] = .object(security)
        }) { town in
            var town = town
            if row.hasOtherPins {
                var pins = town.sandbox.pins
                pins[town.sandbox.bank.host] = try (0..<2).map { _ in
                    SPKIPin(hashing: try P256PrivateKey.generate().publicKey.spki).base64
                }
                town.trust.pins = try PinPolicy(pins: pins)
            }
            if row.isOtherApp { town.appID = "JOURNEYKIT.other" }
            let port = "\(town.sandbox.bank.port)"
            let person = ScriptedPerson { page, step, visit in
                guard step == "recipient" else { return try await ScriptedPerson.transfer(page, step, visit) }
                _ = await page.evaluate(row.attack.replacing("PORT", with: port))
                guard let afterwards = row.afterwards else { return }
                try await page.wait(for: afterwards.selector)
                _ = await page.evaluate(afterwards.script)
            }
            let result = try await town.transfer(by: person)
            try await body(town, result, person)
        }
    }

    @Test("each refusal enters the policy's step, is reported to the host, and pays nothing", arguments: rows)
    func routed(row: Row) async throws {
        try await RefusalRouteTests.visit(row) { town, result, person async throws in
            #expect(result == .cancelled)
            #expect(town.steps.last == "refused")
            #expect(person.faults == [])
            let codes = town.events.entries("error").compactMap { $0.attributes["code"]?.string }
            #expect(codes.contains(row.code), "\(codes)")
            #expect(try await town.records().isEmpty)
        }
    }

    @Test(
        "a page whose optional handshake fails stays without a bridge, and the transfer continues after it"
    )
    func handshakeNotRequired() async throws {
        try await EndToEndFixture.visit(changing: { manifest in
            var security = manifest["security"]?.object ?? [:]
            security["requireHandshake"] = false
            manifest["security"] = .object(security)
        }) { town in
            let person = ScriptedPerson { page, step, visit in
                guard step == "recipient", visit == 1 else {
                    return try await ScriptedPerson.transfer(page, step, visit)
                }
                _ = await page.evaluate("location.href = \"/pages/assets/mark.svg\"; return \"\";")
                try await page.wait(for: "svg")
                let refused = await page.evaluate(RefusalRouteTests.oldHello)
                #expect(refused?.contains("bridge_reject") == true)
                let early = await page.evaluate(RefusalRouteTests.posting("\"{}\""))
                #expect(early?.contains("BRIDGE_NOT_READY") == true)
                _ = await page.evaluate("location.href = \"/pages/transfer/recipient\"; return \"\";")
            }
            let result = try await town.transfer(by: person)
            #expect(EndToEndFixture.code(result) == "completed", "\(result) \(person.faults)")
            #expect(try await town.records().count == 1)
        }
    }

    @Test(
        "missing required pins stop the journey before its first page, whatever the policy says of pages"
    )
    func noPins() async throws {
        try await EndToEndFixture.visit { town in
            var bare = town
            // Production does not start without pins for the gateway; the manifest requires those of its other origins.
            bare.trust.pins = try PinPolicy(pins: town.sandbox.pins.filter { $0.key == town.sandbox.gateway.host })
            let code = EndToEndFixture.code(try await bare.transfer())
            #expect(code == "PINNING_FAIL")
            #expect(bare.steps.isEmpty)
        }
    }
}
