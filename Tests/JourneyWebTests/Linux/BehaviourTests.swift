import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyWeb

@Suite(
    "A screen under the person's hands", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct BehaviourTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func gallery(_ id: String, _ language: Language = .english) throws -> Screen {
        try #require(ScreenGallery.screens(in: language, now: Self.start).first { $0.id == id })
    }

    /// Runs `body` with the drawn page of a question, and returns the answer.
    private func ask(
        _ screen: Screen, _ language: Language = .english,
        _ body: (_ page: WebKitContainer, _ presenter: WebPresenter) async throws -> Void
    ) async throws -> ScreenAction {
        let presenter = try await WebPresenter.make(language: language, dependencies: .fixed(now: Self.start))
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        do {
            try await body(await presenter.page, presenter)
        } catch {
            await presenter.close()
            throw error
        }
        await presenter.dismiss()
        let answer = await asked.value
        await presenter.close()
        return answer
    }

    /// Returns the places of all buttons and inputs, as text.
    private func places(_ page: WebKitContainer, _ selector: String = "button, input, h1") async -> String? {
        await page.evaluate(
            """
            // The window may get its size seconds later, while other windows keep the thread busy.
            for (let i = 0, same = 0, height = 0; i < 1500 && (innerWidth !== 390 || same < 5); i++) {
                same = innerHeight === height ? same + 1 : 0;
                height = innerHeight;
                await new Promise((done) => setTimeout(done, 20));
            }
            return [...document.querySelectorAll(selector)].map((part) => {
                const box = part.getBoundingClientRect();
                return (part.id || part.value || part.tagName) + [box.x, box.y, box.width, box.height].join();
            }).join("\\n");
            """, arguments: ["selector": .string(selector)])
    }

    private func value(_ page: WebKitContainer, _ expression: String) async -> String? {
        await page.evaluate("return String(\(expression));")
    }

    @Test("the pressed button becomes busy where it stands, nothing moves, and a second press is not an answer")
    func busy() async throws {
        let screen = try gallery("payment")
        let presenter = try await WebPresenter.make(dependencies: .fixed(now: Self.start))
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        let before = await places(page)
        try await page.press("button[value=approve]")
        #expect(await asked.value.action == "approve")
        try await page.wait(for: "button[value=approve][aria-busy=true]")
        #expect(await places(page) == before)
        #expect(
            await value(page, "getComputedStyle(document.querySelector('[value=approve]')).pointerEvents") == "none")
        #expect(await value(page, "document.querySelector('[value=cancel]').getAttribute('aria-disabled')") == "true")
        // What is pressed late belongs to the answered page, and not to the question that follows.
        let next = Task { await presenter.ask(screen.with(error: "Again.")) }
        try await page.wait(for: "#error:not([hidden])")
        #expect(await presenter.isAsking)
        #expect(await value(page, "document.querySelectorAll('[aria-busy=true], [aria-disabled=true]').length") == "0")
        await presenter.dismiss()
        #expect(await next.value.action == Screen.cancelled)
        await presenter.close()
    }

    @Test("a time-out is announced once, half a minute before it ends; then the question ends as expired")
    func timeOut() async throws {
        let now = Mutex(Self.start)
        let clock = ManualClock()
        var dependencies = Dependencies.fixed(now: Self.start, clock: clock)
        dependencies.now = { now.withLock { $0 } }
        let presenter = try await WebPresenter.make(dependencies: dependencies)
        let screen = Screen(
            id: "s", title: "S", body: [.countdown(Screen.Countdown(ends: Self.start.addingTimeInterval(32)))],
            actions: [Screen.Action(id: "go", label: "Go")])
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        _ = await page.evaluate(
            """
            document.body.dataset.announced = 0;
            new MutationObserver((changes) => {
                for (const node of changes.flatMap((change) => [...change.addedNodes])) {
                    if (node.getAttribute?.("role") === "alert") document.body.dataset.announced++;
                }
            }).observe(document.body, { childList: true, subtree: true });
            return "";
            """, world: "journey-harness")
        func advance(_ seconds: Int) async {
            for _ in 0..<seconds {
                let naps = clock.naps.count
                now.withLock { $0 = $0.addingTimeInterval(1) }
                clock.advance(by: .seconds(1))
                await clock.waitForNaps(naps + 1)
            }
        }
        await clock.waitForNaps(1)
        await advance(1)
        #expect(await value(page, "document.getElementById('ending')") == "null")
        await advance(1)
        #expect(try await page.text(of: "#body-0 > span") == "30 seconds left")
        #expect(await value(page, "document.getElementById('ending').textContent") == "30 seconds left")
        #expect(await value(page, "document.getElementById('ending').getAttribute('role')") == "alert")
        await advance(5)
        #expect(try await page.text(of: "#body-0 > span") == "25 seconds left")
        #expect(await value(page, "document.body.dataset.announced") == "1")
        await advance(24)
        now.withLock { $0 = $0.addingTimeInterval(1) }
        clock.advance(by: .seconds(1))
        #expect(await asked.value.action == Screen.expired)
        await presenter.close()
    }

    @Test("an error stands at its field, is announced, and takes the focus there; nothing moves")
    func faults() async throws {
        let screen = Screen(
            id: "s", title: "S",
            fields: [
                Screen.Field(id: "a", label: "A", kind: .text), Screen.Field(id: "b", label: "B", kind: .secret),
                Screen.Field(id: "c", label: "C", kind: .text, hint: "H"),
            ],
            actions: [
                Screen.Action(id: "go", label: "Go"), Screen.Action(id: "no", label: "No", role: .cancel),
            ])
        let answer = try await ask(screen) { page, presenter in
            #expect(await value(page, "document.activeElement.id") == "field-0")
            try await page.fill("#field-0", with: "x")
            try await page.fill("#field-2", with: "x")
            let before = await places(page)
            try await page.press("button[value=go]")
            #expect(try await page.text(of: "#fault-1") == "Fill in “B”.")
            #expect(await value(page, "document.getElementById('fault-1').getAttribute('role')") == "alert")
            #expect(await value(page, "document.activeElement.id") == "field-1")
            #expect(await value(page, "document.getElementById('field-1').getAttribute('aria-invalid')") == "true")
            let described = "document.getElementById('field-1').getAttribute('aria-describedby').split(' ')"
            #expect(await value(page, "\(described).includes('fault-1')") == "true")
            #expect(await value(page, "document.getElementById('field-0').getAttribute('aria-invalid')") == "null")
            #expect(await places(page) == before)
            #expect(await presenter.isAsking)
        }
        #expect(answer.action == Screen.cancelled)
    }

    @Test("the first field has the focus", arguments: ["sign-in", "one-time-code", "pin"])
    func focus(id: String) async throws {
        _ = try await ask(try gallery(id)) { page, _ in
            // The engine gives the focus with its next frame.
            let focused = await page.evaluate(
                """
                for (let i = 0; i < 500 && document.activeElement.id !== "field-0"; i++) {
                    await new Promise((done) => setTimeout(done, 20));
                }
                return document.activeElement.id;
                """)
            #expect(focused == "field-0")
        }
    }

    @Test("Enter in a field presses the button that submits, wherever it stands, and never Back or Cancel")
    func enter() async throws {
        let screen = Screen(
            id: "s", title: "S", fields: [Screen.Field(id: "a", label: "A", kind: .text)],
            actions: [
                .back("Back"), Screen.Action(id: "no", label: "No", role: .cancel),
                Screen.Action(id: "later", label: "Later", role: .secondary), Screen.Action(id: "go", label: "Go"),
            ])
        let presenter = try await WebPresenter.make(dependencies: .fixed(now: Self.start))
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        try await page.fill("#field-0", with: "typed")
        // The engine's own rule for the key, as the person's press reaches it.
        _ = await page.evaluate(
            """
            const field = document.getElementById("field-0");
            field.dispatchEvent(new KeyboardEvent("keypress", { key: "Enter", charCode: 13, keyCode: 13, bubbles: true, cancelable: true }));
            return "";
            """, world: "journey-harness")
        #expect(await asked.value == ScreenAction(action: "go", values: ["a": "typed"]))
        await presenter.close()
    }

    @Test(
        "Back in the header is an answer, and is at the start of the line in each direction",
        arguments: Language.allCases)
    func back(language: Language) async throws {
        let screen = try gallery("new-pin", language)
        let presenter = try await WebPresenter.make(language: language, dependencies: .fixed(now: Self.start))
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        let isLeft = await value(
            page, "document.querySelector('[value=back]').getBoundingClientRect().x < innerWidth / 2")
        #expect(isLeft == (language.isRightToLeft ? "false" : "true"))
        try await page.press("button[value=back]")
        #expect(await asked.value.action == Screen.back)
        await presenter.close()
    }

    @Test(
        "Escape presses Back, or Cancel without it, wherever they stand, and nothing on a screen without either",
        arguments: [("dates", Screen.back), ("payment", "cancel"), ("receipt", "close")])
    func escape(id: String, action: String) async throws {
        let screen = try gallery(id)
        let presenter = try await WebPresenter.make(dependencies: .fixed(now: Self.start))
        let page = await presenter.page
        var locked = screen
        locked.id = "locked"
        locked.actions = [Screen.Action(id: "go", label: "Go")]
        let held = Task { [locked] in await presenter.ask(locked) }
        await presenter.waitUntilDrawn(locked)
        await escape(page)
        #expect(await presenter.isAsking)
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        #expect(await held.value.action == Screen.cancelled)
        await escape(page)
        #expect(await asked.value == ScreenAction(action: action))
        await presenter.close()
    }

    private func escape(_ page: WebKitContainer) async {
        _ = await page.evaluate(
            """
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
            return "";
            """, world: "journey-harness")
    }

    @Test("the keyboard follows the order that is seen: back, fields, keys, actions")
    func order() async throws {
        func stops(_ id: String) async throws -> String? {
            var order: String?
            _ = try await ask(try gallery(id)) { page, _ in
                order = await page.evaluate(
                    """
                    const stops = [...document.querySelectorAll("button, input, summary, [tabindex]")];
                    if (stops.some((one) => one.tabIndex !== 0)) return "an order of its own";
                    return stops.filter((one) => !one.closest("[hidden]"))
                        .map((one) => one.dataset.key ?? (one.id.startsWith("field") ? one.id : one.value ?? one.tagName)).join(" ");
                    """)
            }
            return order
        }
        #expect(
            try await stops("dates")
                == "back field-0 field-0-month field-0-year field-1 field-1-month field-1-year continue")
        #expect(try await stops("pin") == "back field-0 1 2 3 4 5 6 7 8 9 clear 0 delete continue")
        #expect(try await stops("payment") == "cancel approve")
        #expect(try await stops("one-time-code") == "back field-0 resend confirm")
    }

    @Test("the fault of an only field takes the place that is kept for it, and nothing moves")
    func onlyFault() async throws {
        let screen = try gallery("one-time-code")
        _ = try await ask(screen) { page, presenter in
            let before = await places(page)
            await presenter.show(screen.with(error: "This code isn't right."))
            try await page.wait(for: "#error:not([hidden])")
            #expect(await places(page) == before)
            #expect(await value(page, "document.getElementById('error').getAttribute('role')") == "alert")
            #expect(await value(page, "document.getElementById('field-0').getAttribute('aria-invalid')") == "true")
        }
    }

    @Test("a date is typed in three parts, in the digits of any script", arguments: Language.allCases)
    func date(language: Language) async throws {
        let screen = try gallery("dates", language)
        let presenter = try await WebPresenter.make(language: language, dependencies: .fixed(now: Self.start))
        let asked = Task { await presenter.ask(screen) }
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        // The parts run in the direction of the language, the day first.
        let x = "document.querySelector('#field-0').getBoundingClientRect().x"
        #expect(
            await value(page, "\(x) < \(x.replacing("#field-0", with: "#field-0-year"))")
                == (language.isRightToLeft ? "false" : "true"))
        let before = await places(page)
        try await page.fill("#field-0", with: language.digits("31"))
        try await page.fill("#field-0-month", with: language.digits("2"))
        try await page.fill("#field-0-year", with: language.digits("2027"))
        try await page.press("button[value=continue]")
        #expect(try await page.text(of: "#fault-0") == language(.dateNeeded))
        #expect(await value(page, "document.activeElement.id") == "field-0")
        #expect(await value(page, "document.querySelectorAll('#part-0 [aria-invalid=true]').length") == "3")
        #expect(await value(page, "document.querySelectorAll('#part-1 [aria-invalid=true]').length") == "0")
        #expect(await places(page) == before)
        try await page.fill("#field-0", with: language.digits("28"))
        try await page.press("button[value=continue]")
        #expect(
            await asked.value == ScreenAction(action: "continue", values: ["departure": "2027-02-28", "return": ""]))
        await presenter.close()
    }

    @Test("right-to-left turns the layout round, and neither card numbers nor codes, keys and references")
    func mirrored() async throws {
        func x(_ page: WebKitContainer, _ selector: String, _ index: Int = 0) async -> Double {
            let text = await value(
                page, "[...document.querySelectorAll(`\(selector)`)].at(\(index)).getBoundingClientRect().x")
            return text.flatMap(Double.init) ?? .nan
        }
        _ = try await ask(try gallery("payment", .arabic), .arabic) { page, _ in
            // Names at the right, values at the left.
            #expect(await x(page, ".row dt") > x(page, ".row dd bdi"))
            #expect(await value(page, "document.querySelector('.reference bdi').dir") == "ltr")
        }
        _ = try await ask(try gallery("payment"), .english) { page, _ in
            #expect(await x(page, ".row dt") < x(page, ".row dd bdi"))
        }
        _ = try await ask(try gallery("one-time-code", .arabic), .arabic) { page, _ in
            #expect(await x(page, ".boxes span", 0) < x(page, ".boxes span", -1))
            #expect(await value(page, "document.querySelector('#field-0').dir") == "ltr")
        }
        _ = try await ask(try gallery("pin", .arabic), .arabic) { page, _ in
            #expect(await x(page, ".pad button", 0) < x(page, ".pad button", 2))
        }
        _ = try await ask(try gallery("card", .arabic), .arabic) { page, _ in
            let ends = await page.evaluate(
                """
                const number = document.querySelector(".number").firstChild, range = document.createRange();
                const x = (at) => { range.setStart(number, at); range.setEnd(number, at + 1); return range.getBoundingClientRect().x; };
                return String(x(0) < x(number.length - 1));
                """)
            #expect(ends == "true")
        }
    }

    @Test("nothing moves for a person who asks for less motion")
    func motion() async throws {
        let screen = try gallery("waiting")
        let presenter = try await WebPresenter.make(dependencies: .fixed(now: Self.start))
        await presenter.setAppearance(width: 390, height: 844, textPercent: 100, isDark: false)
        await presenter.show(screen)
        await presenter.waitUntilDrawn(screen)
        let page = await presenter.page
        #expect(await value(page, "getComputedStyle(document.querySelector('.symbol.busy')).animationName") == "none")
        await presenter.close()
    }

    @Test("a journey's brand is drawn from the next screen on, and the host's theme after it")
    func brand() async throws {
        let presenter = try await WebPresenter.make(dependencies: .fixed(now: Self.start))
        let page = await presenter.page
        func ground(_ screen: Screen) async -> String? {
            await presenter.show(screen)
            await presenter.waitUntilDrawn(screen)
            return await value(
                page,
                "getComputedStyle(document.querySelector('.primary')).backgroundColor + getComputedStyle(document.querySelector('.primary')).borderTopLeftRadius"
            )
        }
        let own = await ground(try gallery("payment"))
        var marks = Theme.Brand(accent: Theme.Color(0x8A1538))
        marks.components[.button] = Theme.ComponentMarks(accent: Theme.Color(0x102030), cornerRadius: 3)
        await presenter.apply(marks)
        #expect(await ground(try gallery("card")) == "rgb(16, 32, 48)3px")
        #expect(
            await value(page, "getComputedStyle(document.querySelector('.card')).backgroundColor") == "rgb(138, 21, 56)"
        )
        await presenter.apply(nil)
        #expect(await ground(try gallery("payment")) == own)
        await presenter.close()
    }
}
