import Foundation
import JourneyBase
import JourneyHarness
import JourneyWeb
import Testing

@testable import JourneyTrace

/// The page in the real engine. With `JOURNEY_PICTURES`, pictures of it are written to that folder; `JOURNEY_TRACE` names the
/// trace to show.
@Suite(
    "The page of a trace in the engine",
    .enabled("needs a display: run under xvfb-run -a") { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct TracePageEngineTests {
    /// The source of axe; `nil` where its Python package is not installed.
    private static let axe: String? = PythonProgram.file("axe.min.js", of: "axe_playwright_python").flatMap {
        try? String(contentsOfFile: $0, encoding: .utf8)
    }

    private static func shown<T>(
        _ html: String, width: Int = 1_200, height: Int = 900, isDark: Bool = false, _ body: (OwnPage) async throws -> T
    ) async throws -> T {
        let page = try await OwnPage.open(html, width: width, height: height, isDark: isDark)
        let result: Result<T, any Error>
        do { result = .success(try await body(page)) } catch { result = .failure(error) }
        await page.close()
        return try result.get()
    }

    private static func sample() throws -> String {
        var writer = TraceSamples.transfer()
        writer.header.isGood = true
        return try TracePage(try TraceSamples.read(writer)).html
    }

    @Test("the script runs under the page's own policy: a moment chosen shows its guards, state, request and console")
    func interactive() async throws {
        let found = try await Self.shown(try Self.sample()) { page in
            await page.evaluate(
                """
                const text = (tab) => { document.getElementById("tab-" + tab).click(); return document.getElementById("panel").textContent; };
                document.querySelector("#moment-12 a").click();
                const out = { app: document.documentElement.classList.contains("app"), hash: location.hash, why: text("why"), state: text("state") };
                document.querySelector("#moment-17 a").click();
                out.calls = text("calls");
                out.dom = text("dom");
                out.console = text("console");
                document.querySelector("#moment-12 a").click();
                text("graph");
                out.graph = [...document.querySelectorAll("#panel [data-step].now")].map((box) => box.dataset.step).join();
                document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
                out.next = document.querySelector("[aria-current]").closest(".row").id;
                document.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
                out.step = document.querySelector("[aria-current]").closest(".row").id;
                const search = document.getElementById("search");
                search.value = "createtransfer";
                search.dispatchEvent(new Event("input"));
                await new Promise((done) => setTimeout(done, 300));
                out.found = [...document.querySelectorAll(".row:not([hidden])")].map((row) => row.id).join();
                return JSON.stringify(out);
                """)
        }
        let value = try JSONReader.read(Array(try #require(found).utf8))
        func text(_ name: String) -> String { value[name]?.string ?? "" }
        #expect(value["app"] == true)
        #expect(
            text("why").contains("payload.amount > 0") && text("why").contains("Taken: go to pay"), "\(text("why"))")
        #expect(text("state").contains("createTransfer") && text("state").contains("What changed"), "\(text("state"))")
        #expect(text("calls").contains("POST createTransfer") && text("calls").contains("R-1"), "\(text("calls"))")
        #expect(text("dom").contains("<input") && text("dom").contains("•••"), "\(text("dom"))")
        #expect(text("console").contains("hello"))
        #expect(text("graph") == "form")
        #expect(text("next") == "moment-13" && text("step") == "moment-14", "\(text("next")) \(text("step"))")
        #expect(text("found") == "moment-15,moment-17,moment-18", "\(text("found"))")
    }

    @Test("a script in a page's title, console or DOM never runs, in any panel")
    func hostile() async throws {
        var writer = TraceSamples.transfer(title: "</title><script>document.title = 'owned'</script>")
        let text: JSONValue =
            "</script><img src=x onerror=\"document.title='owned'\"><svg onload=\"document.title='owned'\">"
        writer.append(
            TimelineEvent(
                at: 70, name: "page", attributes: ["kind": "console", "level": "log", "text": text, "stack": text]))
        writer.append(
            TraceLine(at: 71, kind: "input", members: ["input": "page", "name": text, "payload": ["a": text]]))
        writer.append(
            TraceLine(
                at: 71, kind: "guard",
                members: ["source": text, "value": true, "paths": [["path": text, "value": text]]]))
        writer.append(TraceLine(at: 71, kind: "state", members: ["step": text, "steps": ["x": text], "calls": [text]]))
        writer.addSnapshot(
            ["title": text, "url": text, "nodes": [[0, text, ["onclick": text]], [1, "#text", text]]], step: "done",
            at: 72)
        let page = try TracePage(try TraceSamples.read(writer)).html
        let found = try await Self.shown(page) { page in
            await page.evaluate(
                """
                for (const row of document.querySelectorAll(".row a")) {
                    row.click();
                    for (const tab of document.querySelectorAll("[role=tab]")) {
                        tab.click();
                        for (const part of document.querySelectorAll("#panel details")) part.open = true;
                    }
                }
                await new Promise((done) => setTimeout(done, 200));
                return JSON.stringify([document.title, document.querySelectorAll("img[src=x], [onerror], [onclick], svg[onload]").length]);
                """)
        }
        let value = try JSONReader.read(Array(try #require(found).utf8))
        #expect(value[0] != "owned" && value[0]?.string?.contains("<script>") == true)
        #expect(value[1] == 0)
    }

    @Test(
        "axe finds nothing, with and without script, at three widths in both schemes",
        .enabled(if: axe != nil, "needs axe, from scripts/python"),
        arguments: [390, 820, 1_200], [false, true])
    func accessible(width: Int, isDark: Bool) async throws {
        let axe = try #require(Self.axe)
        let whole = try Self.sample()
        let plain = whole.replacing(/<script>[\s\S]*?<\/script>/, with: "")
        for (name, html) in [("with", whole), ("without", plain)] {
            let found = try await Self.shown(html, width: width, isDark: isDark) { page in
                await page.evaluate(
                    axe + """

                        const found = [];
                        for (const tab of [undefined, ...document.querySelectorAll("[role=tab]")]) {
                            tab?.click();
                            for (const part of document.querySelectorAll("#panel details")) part.open = true;
                            const result = await globalThis.axe.run(document, { resultTypes: ["violations"] });
                            for (const one of result.violations) {
                                found.push(`${tab?.id ?? "page"} ${one.id}: ${one.nodes.map((node) => node.target.join(" ") + " " + node.failureSummary).join("; ")}`);
                            }
                            if (document.documentElement.scrollWidth > innerWidth) found.push(`${tab?.id ?? "page"} is ${document.documentElement.scrollWidth} wide`);
                        }
                        return JSON.stringify(found);
                        """)
            }
            #expect(found == "[]", "\(name) script, \(width), dark: \(isDark): \(found ?? "nothing was read")")
        }
    }

    @Test("2,000 moments are loaded, chosen and searched without a wait")
    func long() async throws {
        let html = try TracePage(try TraceSamples.read(TraceSamples.long(2_000))).html
        let clock = ContinuousClock()
        let start = clock.now
        try await Self.shown(html) { page in
            let loaded = clock.now - start
            let found = await page.evaluate(
                """
                const times = [];
                const take = (body) => { const start = performance.now(); body(); document.body.getBoundingClientRect(); times.push(Math.round(performance.now() - start)); };
                const rows = [...document.querySelectorAll(".row a")];
                for (const index of [10, 700, 1500, rows.length - 2]) take(() => rows[index].click());
                for (const tab of document.querySelectorAll("[role=tab]")) take(() => tab.click());
                const search = document.getElementById("search");
                search.value = "round 77";
                search.dispatchEvent(new Event("input"));
                await new Promise((done) => setTimeout(done, 300));
                return JSON.stringify([rows.length, document.querySelectorAll(".row:not([hidden])").length, Math.max(...times)]);
                """)
            let value = try JSONReader.read(Array(try #require(found).utf8))
            #expect(value[0]?.int64 ?? 0 >= 2_000 && value[1]?.int64 ?? 0 > 0)
            // An interaction that takes longer than this feels slow; ten times as long on a busy machine.
            #expect(value[2]?.int64 ?? .max < 2_000, "\(value)")
            #expect(loaded < .seconds(10), "\(loaded)")
            if ProcessInfo.processInfo.environment["JOURNEY_PICTURES"] != nil {
                FileHandle.standardError.write(Data("2,000 moments: loaded in \(loaded), slowest of \(value)\n".utf8))
            }
        }
    }

    @Test(
        "pictures of the page",
        .enabled(if: ProcessInfo.processInfo.environment["JOURNEY_PICTURES"] != nil, "JOURNEY_PICTURES is not set"),
        arguments: [390, 820, 1_200], [false, true])
    func pictures(width: Int, isDark: Bool) async throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = try #require(environment["JOURNEY_PICTURES"])
        let html =
            try environment["JOURNEY_TRACE"].map { try TracePage(try TraceReader.read($0)).html } ?? Self.sample()
        try await Self.shown(html, width: width, isDark: isDark) { page in
            for tab in ["why", "state", "calls", "dom", "graph", "about"] {
                _ = await page.evaluate(
                    """
                    if (location.hash === "") [...document.querySelectorAll(".row.guard a")].at(-1)?.click();
                    document.getElementById("tab-\(tab)")?.click();
                    await new Promise((done) => setTimeout(done, 300));
                    return "";
                    """)
                let picture = try await page.picture(isWhole: false)
                try Data(picture).write(to: URL(filePath: "\(folder)/\(width)-\(isDark ? "dark" : "light")-\(tab).png"))
            }
        }
    }
}
