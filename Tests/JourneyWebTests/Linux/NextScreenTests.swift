import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import JourneyWeb

@Suite(
    "One screen after another in a window", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct NextScreenTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func gallery(_ id: String) throws -> Screen {
        try #require(ScreenGallery.screens(in: .english, now: NextScreenTests.start).first { $0.id == id })
    }

    private func value(_ page: WebKitContainer, _ expression: String) async -> String? {
        await page.evaluate("return String(\(expression));")
    }

    @Test("the next screen is drawn in the same document, with nothing of the former one, and takes the focus")
    func inPlace() async throws {
        let presenter = try await WebPresenter.make(dependencies: .fixed(now: NextScreenTests.start))
        let page = await presenter.page
        func draw(_ screen: Screen) async {
            await presenter.show(screen)
            await presenter.waitUntilDrawn(screen)
        }
        await draw(try gallery("sign-in"))
        try await page.fill("#field-1", with: "geheim")
        let document = await value(page, "document.body.dataset.document")
        await draw(try gallery("payment"))
        #expect(await value(page, "document.body.dataset.document") == document)
        #expect(
            await value(page, "document.body.dataset.screen + document.querySelectorAll('form').length") == "payment1")
        #expect(await value(page, "document.body.innerHTML.includes('field-1')") == "false")
        #expect(await value(page, "document.activeElement.tagName + document.activeElement.tabIndex") == "H1-1")
        #expect(await value(page, "document.title") == (try gallery("payment")).title)
        await draw(try gallery("sign-in"))
        #expect(await value(page, "document.activeElement.id + document.getElementById('field-1').value") == "field-0")
        await draw(try gallery("new-pin"))
        let pads = await value(page, "[...document.querySelectorAll('.pad')].map((pad) => pad.hidden)")
        #expect(pads == "false,true")
        // The document's policy holds for what is drawn later.
        let styled = await page.evaluate(
            """
            const heading = document.querySelector("h1");
            heading.insertAdjacentHTML("beforeend", "<i style='position: fixed'></i><style>h1 { position: fixed }</style>");
            return getComputedStyle(heading.querySelector("i")).position + getComputedStyle(heading).position;
            """, world: WebPresenter.world)
        #expect(styled == "staticstatic")
        await presenter.close()
    }

    @Test("a lost document, another brand and a dismissed secret each get a document of their own")
    func newDocument() async throws {
        let presenter = try await WebPresenter.make(dependencies: .fixed(now: NextScreenTests.start))
        let page = await presenter.page
        var documents: Set<String> = []
        func draw(_ id: String) async throws {
            let screen = try gallery(id)
            await presenter.show(screen)
            await presenter.waitUntilDrawn(screen)
            #expect(try await page.text(of: "h1") == screen.title)
            documents.insert(await value(page, "document.body.dataset.document") ?? "none")
        }
        try await draw("payment")
        try await draw("card")
        #expect(documents.count == 1)
        await presenter.apply(Theme.Brand(accent: Theme.Color(0x8A1538)))
        try await draw("payment")
        #expect(documents.count == 2)
        try await draw("card")
        await presenter.dismiss()
        try await draw("payment")
        #expect(documents.count == 3)
        await page.killWebProcess()
        try await draw("card")
        #expect(documents.count == 4)
        await presenter.close()
    }
}
