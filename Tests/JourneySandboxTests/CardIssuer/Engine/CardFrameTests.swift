import Foundation
import JourneyBase
import Testing

@testable import JourneySandbox
@testable import JourneyWeb
@testable import SandboxServices

@Suite(
    "WebKit: the card issuer's frames", .enabled(CardIssuerFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct CardFrameTests {
    private static let success: JSONValue = [["type": "success"]]

    @Test("an allowed page gets a challenge, and number and CVV are drawn in the vault's frames")
    func drawn() async throws {
        try await CardIssuerFixture.run(sees: true) { fixture in
            try await fixture.show(fixture.page())
            let token = try await fixture.token()
            let (seed, id) = (fixture.issuer.issuer.seed, try fixture.known("everyday").id)
            let number = try await fixture.render("cardNumber", token: token, more: ["id": "number"])
            #expect(number == Self.success)
            #expect(try await fixture.render("cvv", token: token, more: ["id": "cvv"]) == Self.success)
            let heard = try await fixture.script("return heard.map(({ data }) => JSON.parse(data));").array ?? []
            let seen = heard.compactMap { $0["eye"]?.string }
            #expect(seen.contains(CardIssuerFixture.grouped(seed.number(of: id))))
            #expect(seen.contains(seed.cvv(of: id)))
            // Neither key nor token appears in a URL.
            #expect(
                Set(heard.compactMap { $0["address"]?.string })
                    == ["\(fixture.issuer.vault)\(CardVaultService.frame)"])
            let frames = try await fixture.script(
                "return [...document.querySelectorAll('iframe')].map(({ src, referrerPolicy }) => ({ src, referrerPolicy }));"
            )
            #expect(
                frames
                    == .array(
                        Array(
                            repeating: [
                                "src": .string("\(fixture.issuer.vault)\(CardVaultService.frame)"),
                                "referrerPolicy": "no-referrer",
                            ], count: 2)))
        }
    }

    @Test("the page's script can read no frame, and no message to it contains a card digit")
    func unreadable() async throws {
        try await CardIssuerFixture.run { fixture in
            try await fixture.show(fixture.page())
            let token = try await fixture.token()
            #expect(try await fixture.render("cardNumber", token: token, more: ["id": "number"]) == Self.success)
            #expect(try await fixture.render("cvv", token: token, more: ["id": "cvv"]) == Self.success)
            let tried = try await fixture.script(
                """
                const results = [];
                for (const frame of document.querySelectorAll("iframe")) {
                    const inside = frame.contentWindow;
                    for (const look of [
                        () => frame.contentDocument.body.innerText, () => inside.document.body.innerText,
                        () => inside.location.href, () => inside.digits, () => inside.eval("document.body.innerText"),
                        () => inside.shown.textContent, () => inside.getSelection().toString(), () => inside.frames[0],
                        () => inside.localStorage.length,
                    ]) {
                        try { const found = look(); if (found !== undefined) results.push(String(found)); } catch {}
                    }
                    for (const message of [{ type: "draw" }, { type: "read" }, "read", { type: "draw", key: "x" }]) {
                        inside.postMessage(message, "*");
                    }
                }
                for (const path of ["/web/sandbox/v1.1/frame", "/ui/v1/drawings/content"]) {
                    for (const method of ["GET", "POST"]) {
                        try {
                            const answer = await fetch(vault + path, { method });
                            results.push(await answer.text());
                        } catch {}
                    }
                }
                await new Promise((resolve) => setTimeout(resolve, 300));
                return { results, heard, page: document.documentElement.outerHTML,
                    entries: performance.getEntries().map(({ name }) => name) };
                """, ["vault": .string("\(fixture.issuer.vault)")])
            #expect(tried["results"] == [])
            let text = tried.compactText
            for secret in try fixture.secrets() { #expect(!text.contains(secret)) }
            // The frames' messages: they drew, from the vault's origin, and nothing else.
            let told = (tried["heard"]?.array ?? []).map { [$0["origin"]?.string, $0["data"]?.string] }
            #expect(told == Array(repeating: ["\(fixture.issuer.vault)", #"{"type":"success"}"#], count: 2))
        }
    }

    @Test("a gateway page framed elsewhere, or a page that is not allowed, shows no frame")
    func framedElsewhere() async throws {
        try await CardIssuerFixture.run(sees: true) { fixture in
            // A key requested by the gateway's page, used in another page.
            try await fixture.show(fixture.page())
            let token = try await fixture.token()
            let drawing = CardIssuer.Drawing(
                part: .cardNumber, card: try fixture.known("everyday").id, token: token, isHidden: false,
                origin: fixture.origin(CardIssuerFixture.gateway))
            let key = try #require(try await fixture.issuer.issuer.key(for: drawing).get()["key"]?.string)
            let asked = """
                const frame = document.createElement("iframe");
                frame.src = address;
                document.body.append(frame);
                await new Promise((resolve) => frame.addEventListener("load", resolve));
                frame.contentWindow.postMessage({ type: "draw", key }, "*");
                await new Promise((resolve) => setTimeout(resolve, 700));
                return heard;
                """
            let arguments: JSONValue = [
                "key": .string(key), "address": .string("\(fixture.issuer.vault)\(CardVaultService.frame)"),
            ]
            try await fixture.show(fixture.page(), host: CardIssuerFixture.evil)
            #expect(try await fixture.script(asked, arguments) == [])
            // Also with the gateway's page in between.
            let inner = """
                <!doctype html><meta charset="utf-8"><iframe id="inner"></iframe><script nonce="test">
                const frame = document.getElementById("inner");
                addEventListener("message", ({ data, source }) => {
                    if (source === parent) { frame.onload = () => frame.contentWindow.postMessage(data.order, "*"); frame.src = data.address; }
                    else parent.postMessage({ through: data }, "*");
                });
                </script>
                """
            fixture.put(
                inner, host: CardIssuerFixture.gateway, path: "/inner",
                ancestors: fixture.origin(CardIssuerFixture.evil))
            try await fixture.show(fixture.page(), host: CardIssuerFixture.evil)
            let through = try await fixture.script(
                """
                const frame = document.createElement("iframe");
                frame.src = inner;
                document.body.append(frame);
                await new Promise((resolve) => frame.addEventListener("load", resolve));
                frame.contentWindow.postMessage({ address, order: { type: "draw", key } }, "*");
                await new Promise((resolve) => setTimeout(resolve, 700));
                return heard;
                """,
                .object(
                    (arguments.object ?? [:]).merging([
                        "inner": .string("\(fixture.origin(CardIssuerFixture.gateway))/inner")
                    ]) { $1 }))
            #expect(through == [])
            // The key wasn't consumed: in the gateway's own page it draws.
            try await fixture.show(fixture.page())
            #expect(try await fixture.script(asked, arguments) != [])
        }
    }

    @Test("a page of another origin that has the secrets gets neither challenge nor drawing")
    func otherOrigin() async throws {
        try await CardIssuerFixture.run { fixture in
            try await fixture.show(fixture.page())
            let token = try await fixture.token()
            try await fixture.show(fixture.page(), host: CardIssuerFixture.evil)
            let told = try await fixture.render("cardNumber", token: token)
            #expect(told[0]?["type"] == "error" && told[0]?["code"] == "00000")
            let challenge = try await fixture.script(
                "return await StrigaUXPlugin.requestConsent({ userId: user });",
                ["user": .string(try fixture.known("everyday").user)])
            #expect(challenge["code"] == "00000")
            #expect(try await fixture.script("return document.querySelectorAll('iframe').length;") == 0)
        }
    }

    @Test(
        "a refused drawing is reported to the page, which shows no frame",
        arguments: [
            ("cardNumber", "bens", "30013"), ("cvv", "bens", "30013"), ("pin", "everyday", "30022"),
            ("cardNumber", "frozen", "30100"), ("cvv", "expired", "30100"), ("3ds", "everyday", "00002"),
        ])
    func refused(part: String, label: String, code: String) async throws {
        try await CardIssuerFixture.run { fixture in
            try await fixture.show(fixture.page())
            let told = try await fixture.render(part, label, token: try await fixture.token())
            #expect(told.array?.count == 1 && told[0]?["type"] == "error" && told[0]?["code"]?.string == code)
            #expect(told[0]?["message"]?.string?.isEmpty == false)
            #expect(try await fixture.script("return document.querySelectorAll('iframe').length;") == 0)
        }
    }

    @Test("an expired token, a wrong UI secret and a missing element are reported")
    func otherRefusals() async throws {
        try await CardIssuerFixture.run { fixture in
            try await fixture.show(fixture.page())
            let token = try await fixture.token()
            let wrong = try await fixture.render("cvv", token: token, changes: ["secret": "guess"])
            #expect(wrong[0]?["code"] == "30000")
            #expect(try await fixture.render("cvv", token: token, changes: ["application": "x"])[0]?["code"] == "30000")
            #expect(try await fixture.render("cvv", token: token, more: ["id": "nowhere"])[0]?["code"] == "00002")
            let consent = try await fixture.script(
                """
                StrigaUXPlugin.create("guess", { applicationId: "guess" });
                return await StrigaUXPlugin.requestConsent({ userId: "u" });
                """)
            #expect(consent["code"] == "30000")
            fixture.clock.advance(seconds: 86_400)
            #expect(try await fixture.render("cvv", token: token)[0]?["code"] == "31048")
        }
    }

    @Test("a user without both factors gets the issuer's message")
    func multiFactor() async throws {
        try await CardIssuerFixture.run { fixture in
            try await fixture.show(fixture.page())
            let consent = try await fixture.script(
                """
                StrigaUXPlugin.create(secret, { applicationId: application });
                return await StrigaUXPlugin.requestConsent({ userId: user });
                """,
                .object(fixture.identity.merging(["user": .string(try fixture.known("cleos").user)]) { $1 }))
            #expect(consent["code"] == "30029")
            #expect(consent["thrown"]?.string?.hasSuffix("Multi-factor authentication not enabled") == true)
        }
    }

    @Test(
        "a click copies the number without spaces, and the page learns only that it was copied",
        .enabled("needs an X server and libXtst") { XPointer() != nil })
    func copied() async throws {
        try await CardIssuerFixture.run(sees: true) { fixture in
            try await fixture.show(fixture.page())
            let token = try await fixture.token()
            let more: [String: JSONValue] = ["enableCardNumberCopy": true]
            #expect(try await fixture.render("cardNumber", token: token, more: more) == Self.success)
            let pointer = try #require(XPointer())
            let place = try await fixture.script(
                """
                const box = document.querySelector("iframe").getBoundingClientRect();
                const { place } = heard.map(({ data }) => JSON.parse(data)).findLast(({ eye }) => eye);
                return { x: Math.round(box.x + place.x + place.width / 2), y: Math.round(box.y + place.y + place.height / 2) };
                """)
            let (x, y) = (try #require(place["x"]?.int64), try #require(place["y"]?.int64))
            // The width of the window's border depends on the desktop.
            search: for dy in stride(from: 0, through: 80, by: 6) {
                for dx in stride(from: 0, through: 40, by: 20) {
                    pointer.move(to: Int(x) + dx, Int(y) + dy)
                    let isOver = try await fixture.script(
                        """
                        await new Promise((resolve) => setTimeout(resolve, 60));
                        return heard.some(({ data }) => data.includes("over"));
                        """)
                    if isOver == true { break search }
                }
            }
            pointer.click()
            let told = try await fixture.script(
                """
                for (let i = 0; i < 40 && !heard.some(({ data }) => data.includes("copied")); i += 1) {
                    await new Promise((resolve) => setTimeout(resolve, 50));
                }
                return heard.map(({ data }) => JSON.parse(data)).filter((data) => !("eye" in data) && !data.over);
                """)
            #expect(told == [["type": "success"], ["type": "copied"]])
            let number = fixture.issuer.issuer.seed.number(of: try fixture.known("everyday").id)
            #expect(await fixture.engine.clipboardText() == number)
        }
    }

    @Test("options set hidden digits, a masked number, an allowed style, and a copy button for the user")
    func options() async throws {
        try await CardIssuerFixture.run(sees: true) { fixture in
            try await fixture.show(fixture.page())
            let token = try await fixture.token()
            func seen(_ part: String, _ more: [String: JSONValue]) async throws -> JSONValue {
                _ = try await fixture.script("heard.length = 0;")
                #expect(try await fixture.render(part, token: token, more: more) == Self.success)
                let heard = try await fixture.script("return heard.map(({ data }) => JSON.parse(data));").array ?? []
                return try #require(heard.last { $0["eye"] != nil })
            }
            let hidden = try await seen("cvv", ["hideData": true])
            #expect(hidden["eye"] == "•••")
            let masked = try await seen(
                "cardNumber", ["hideData": true, "maskedCardNumber": "999999******1234", "enableCardNumberCopy": true])
            #expect(masked["eye"] == "9999 99** **** 1234" && masked["hasCopy"] == false)
            let icon =
                "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>parent.x = 1</script></svg>"
            let number = try await seen(
                "cardNumber",
                [
                    "enableCardNumberCopy": true, "copyButtonSvgIcon": .string(icon),
                    "style": [
                        "color": "rgb(1, 2, 3)", "backgroundImage": "url(https://evil.localhost/)",
                        "fontFamily": "x; } body { color: red",
                    ],
                ])
            #expect(number["hasCopy"] == true && number["color"] == "rgb(1, 2, 3)")
            #expect(try await seen("cvv", ["enableCardNumberCopy": true])["hasCopy"] == false)
            _ = try await seen("cardNumber", ["enableCardNumberCopy": true])
            let copied = try await fixture.script(
                """
                document.querySelector("iframe").contentWindow.postMessage("click", "*");
                await new Promise((resolve) => setTimeout(resolve, 300));
                return heard.filter(({ data }) => data.includes("copied")).length;
                """)
            #expect(copied == 0)
        }
    }
}
