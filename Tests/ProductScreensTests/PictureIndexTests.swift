import Foundation
import JourneyBase
import Testing

@testable import JourneyScreensTool
@testable import JourneyWeb

@Suite(
    "The page of all pictures",
    .enabled("needs a display: run under xvfb-run -a") { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(5)))
struct PictureIndexTests {
    private static let html = PictureIndex(
        [
            ("card-01-wait", "Loading your card…", "en", 100, "same", []),
            ("card-01-wait", "Loading your card…", "en", 200, "changed", []),
            ("gallery-02-pin", "Enter </script> your PIN", "en", 100, "same", ["axe label: #field-0"]),
            ("gallery-02-pin", "আপনার পিন দিন", "bn", 100, "same", []),
        ].map { screen, title, language, percent, change, findings in
            PictureIndex.Entry(
                file: "pictures/\(screen)-\(language)-\(percent).png", product: String(screen.prefix { $0 != "-" }),
                screen: screen, title: title, language: language,
                variant: PictureVariant(mode: .light, textPercent: percent, width: 390), change: change,
                findings: findings)
        }
    ).html

    /// Returns the count and the captions after each of `steps`, which are statements of the page's language.
    private func pages(after steps: [String]) async throws -> [String] {
        let page = try await WebKitContainer.make(policy: SourcePolicy([]))
        let (ends, ended) = AsyncStream<Void>.makeStream()
        let html = PictureIndexTests.html
        await MainPage.load(html, in: page) { ended.yield() }
        for await _ in ends { break }
        var out: [String] = []
        for step in [""] + steps {
            out.append(
                await page.evaluate(
                    """
                    const choose = (name, value) => {
                        const select = document.querySelector(`select[aria-label=${name}]`);
                        select.value = value;
                        select.dispatchEvent(new Event("change"));
                    };
                    const search = (words) => {
                        document.getElementById("words").value = words;
                        document.getElementById("words").dispatchEvent(new Event("input"));
                    };
                    \(step)
                    return document.getElementById("count").textContent + ": " + [...document.querySelectorAll("figcaption")]
                        .map((one) => one.textContent.split(" · ").slice(0, 4).join(" ")).join(", ");
                    """) ?? "nothing")
        }
        await page.close()
        return out
    }

    @Test("search and filters show what fits all of them, from English in light at 100 % on a phone on")
    func filters() async throws {
        let shown = try await pages(after: [
            "search('PIN')", "choose('language', '')", "search('</script> your')",
            "search('card-01'); choose('text', '200')",
            "search(''); choose('text', ''); choose('findings', 'some')", "choose('state', 'changed')",
        ])
        #expect(
            shown == [
                "2 of 4: card-01-wait en light 100 %, gallery-02-pin en light 100 %",
                "1 of 4: gallery-02-pin en light 100 %",
                "2 of 4: gallery-02-pin en light 100 %, gallery-02-pin bn light 100 %",
                "1 of 4: gallery-02-pin en light 100 %", "1 of 4: card-01-wait en light 200 %",
                "1 of 4: gallery-02-pin en light 100 %", "0 of 4: ",
            ])
    }
}

/// Loads a page of this package's own text, whose script runs.
@GTKActor
private enum MainPage {
    static func load(_ html: String, in page: WebKitContainer, _ loaded: @escaping @Sendable () -> Void) {
        page.showsOwnPages = true
        page.start { event, _ in if case .loaded = event { loaded() } }
        page.loadOwnPage(html)
    }
}
