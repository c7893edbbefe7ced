import Foundation
import JourneyBase
import JourneySandbox
import JourneyWeb
import SandboxServices
import Testing

/// Checks the selectors of the demo app's UI test, which runs on a Mac only, against the pages in the real engine.
@Suite(
    "Elements of the demo app's UI test", .serialized,
    .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(2)))
struct DemoAppWalkTests {
    private enum Act: Sendable, Equatable {
        /// A button with this name, or whose name begins with it.
        case press(String, isBeginning: Bool)
        /// A field whose label begins with this text.
        case fill(String, text: String)
    }

    /// The actions of the UI test for the whole transfer, in order.
    private static func acts() throws -> [Act] {
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "../../examples/PartnerDemoApp/UITests/MoneyTransferUITests.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let body = try #require(text.firstMatch(of: /func testTransferIsCompleted\(\) throws \{(?s)(.*?)\n    \}/))
            .output.1
        return body.split(separator: "\n").compactMap { line in
            if let fill = line.firstMatch(of: /^ *fill\("([^"]+)", with: "([^"]*)"\)/) {
                return .fill(String(fill.output.1), text: String(fill.output.2))
            }
            guard let press = line.firstMatch(of: /^ *press\((beginning: )?"([^"]+)"/) else { return nil }
            return .press(String(press.output.2), isBeginning: press.output.1 != nil)
        }
    }

    /// Performs `acts` on the pages, on each up to the next press. An element that does not appear within `patience` is skipped.
    private static func walk(_ acts: [Act], patience: Int) -> (person: ScriptedPerson, left: Shared<[Act]>) {
        let left = Shared(acts)
        let person = ScriptedPerson { page, step, _ in
            while let act = left.value.first {
                guard await mark(act, on: page, patience: patience) else {
                    try await page.press("#cancel")
                    throw JourneyError(.unknown, "\(act) is not there")
                }
                left.change { $0.removeFirst() }
                switch act {
                case .fill(_, let text): try await page.fill("[data-walk]", with: text)
                case .press: return try await page.press("[data-walk]")
                }
            }
        }
        return (person, left)
    }

    /// Marks the target of `act` once it is visible.
    private static func mark(_ act: Act, on page: WebKitContainer, patience: Int) async -> Bool {
        let (kind, name, isBeginning) =
            switch act {
            case .press(let name, let isBeginning): ("button", name, isBeginning)
            case .fill(let name, _): ("input[type=text]", name, true)
            }
        let found = await page.evaluate(
            """
            const [kind, name, isBeginning, patience] = \(JSONValue.array([
                .string(kind), .string(name), .bool(isBeginning), .number(JSONNumber(patience)),
            ]).compactText);
            const named = (element) => [...(element.labels ?? [])].map((label) => label.textContent).join(" ").trim()
                || element.textContent.trim();
            const fits = (element) => element.checkVisibility()
                && (isBeginning ? named(element).startsWith(name) : named(element) === name);
            const end = Date.now() + patience * 1000;
            for (;;) {
                document.querySelector("[data-walk]")?.removeAttribute("data-walk");
                const element = [...document.querySelectorAll(kind)].find(fits);
                if (element) {
                    element.dataset.walk = "";
                    return "found";
                }
                if (Date.now() > end) return "none";
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
            """)
        return found == "found"
    }

    @Test("the UI test's buttons and fields exist on the pages in its order and lead to completion")
    func completed() async throws {
        let acts = try DemoAppWalkTests.acts()
        #expect(acts.count >= 8)
        try await EndToEndFixture.visit { town in
            let (person, left) = DemoAppWalkTests.walk(acts, patience: 10)
            let code = EndToEndFixture.code(try await town.transfer(by: person))
            #expect(code == "completed" && person.faults == [] && left.value == [])
            let records = try await town.records()
            #expect(records.map(\.account) == ["04-00-04 12345678"] && records.map(\.amount) == [12_500])
        }
    }

    @Test("a button with a longer accessible name is not found by its name alone")
    func nearMiss() async throws {
        let acts = try DemoAppWalkTests.acts().map { act -> Act in
            guard case .press(let name, true) = act else { return act }
            return .press(name, isBeginning: false)
        }
        try await EndToEndFixture.visit { town in
            let (person, left) = DemoAppWalkTests.walk(acts, patience: 3)
            let code = EndToEndFixture.code(try await town.transfer(by: person))
            #expect(code == "cancelled" && person.faults.count == 1)
            #expect(left.value == [.press("Send", isBeginning: false)])
            let records = try await town.records()
            #expect(records.isEmpty)
        }
    }
}
