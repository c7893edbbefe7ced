import JourneyBase
import JourneyHarness
import JourneyWeb
import Testing

/// The script that takes a snapshot of a page's DOM, in the engine.
@Suite(
    "Snapshots of pages", .enabled("needs a display: run under xvfb-run -a") { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct PageSnapshotTests {
    private static func snapshot(_ html: String) async throws -> JSONValue {
        let page = try await OwnPage.open(html, width: 600, height: 500, isDark: false)
        let text = await page.evaluate(try PageScripts().snapshot)
        await page.close()
        return try JSONReader.read(Array(try #require(text).utf8), limits: JSONLimits(bytes: 4 << 20))
    }

    @Test("a snapshot has the elements, texts and values, and no script, style, handler, secret or query")
    func content() async throws {
        let value = try await Self.snapshot(
            """
            <!doctype html><title>Pay</title><style>p { color: red }</style><script>const secret = "in-script";</script>
            <form action="https://bank.example/pay?session=s-1"><p onclick="go()" style="top: 1px" class="lead">Pay  <b>now</b></p>
            <input name="amount" value="12.50"><input type="password" value="hunter22">
            <input autocomplete="one-time-code" value="918273"><input type="checkbox" checked><input type="file">
            <p>Your code is 918273.</p><img src="data:image/png;base64,\(String(repeating: "A", count: 200))"></form>
            """)
        let text = value.compactText
        for secret in ["hunter22", "918273", "in-script", "s-1", "onclick", "go()", "color: red", "top: 1px"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        let nodes = try #require(value["nodes"]?.array)
        func element(_ name: JSONValue) -> [JSONValue] { nodes.filter { $0[1] == name } }
        #expect(value["title"] == "Pay" && value["width"] == 600 && value["cut"] == false)
        #expect(element("p").first?[2] == ["class": "lead"])
        #expect(element("form").first?[2]?["action"] == "https://bank.example/pay?…")
        #expect(element("input").map { $0[2]?["value"] } == ["12.50", "•••", "•••", nil, nil])
        #expect(element("input")[3][2]?["checked"] != nil)
        #expect(nodes.contains { $0[1] == "#text" && $0[2] == "now" })
        #expect(text.contains("Your code is •••."))
        #expect(element("img").first?[2]?["src"]?.string?.count ?? 0 <= 41)
    }

    @Test("shadow trees are a part of it, and a page of many or deep elements is cut")
    func bounds() async throws {
        let shadow = try await Self.snapshot(
            "<!doctype html><div><template shadowrootmode=\"open\"><p>inside</p></template></div>")
        let nodes = shadow["nodes"]?.array ?? []
        #expect(nodes.contains { $0[1] == "#shadow" } && nodes.contains { $0[2] == "inside" }, "\(shadow.compactText)")
        let many = try await Self.snapshot("<!doctype html>" + String(repeating: "<p>a</p>", count: 4_000))
        #expect(many["cut"] == true && many["nodes"]?.array?.count == 3_000)
        let deep = try await Self.snapshot("<!doctype html>" + String(repeating: "<div>", count: 400) + "end")
        #expect(deep["cut"] == true && !deep.compactText.contains("\"end\""))
    }
}
