import XCTest

/// The pages of a money transfer inside WKWebView, driven by their visible elements, to `completed`.
///
/// It needs a bank: `journey serve --json` on a host that the simulator reaches as `gateway.localhost` and `bank.localhost`, and
/// a folder, named by `JOURNEY_SANDBOX`, with `sandbox.json` and `context-token` (the app's README explains it). Without it, the
/// tests that need it are skipped.
@MainActor
final class MoneyTransferUITests: XCTestCase {
    private lazy var app = XCUIApplication()

    override func setUp() async throws { continueAfterFailure = false }

    func testTransferIsCompleted() throws {
        try begin()
        press("Start", until: field("Name on the account"))
        fill("Name on the account", with: "Amelia Stone")
        // The page inserts the hyphens.
        fill("Sort code", with: "040004")
        fill("Account number", with: "12345678")
        press("Continue", until: field("Amount"))
        fill("Amount", with: "125.00")
        press("Continue", until: button(beginning: "Send"))
        // The button's name has the amount.
        press(beginning: "Send")
        showFace(until: result(beginning: "completed"))
        // The log has names and published attributes, and no input.
        let told = app.scrollViews["events"].staticTexts.allElementsBoundByIndex.map(\.label)
        XCTAssertTrue(told.contains { $0.hasPrefix("journey_begin") })
        XCTAssertFalse(told.contains { $0.contains("12345678") || $0.contains("Amelia") })
    }

    func testPageThatIsClosedIsCancelled() throws {
        try begin()
        press("Cancel", until: result(beginning: "cancelled"))
    }

    func testNothingStartsBeforeItIsSetUp() {
        app.launch()
        XCTAssertTrue(app.buttons["initialize"].waitForExistence(timeout: 30))
        XCTAssertFalse(app.buttons["money-transfer"].isEnabled)
    }

    // MARK: The app and its pages

    private func begin() throws {
        guard let sandbox = ProcessInfo.processInfo.environment["JOURNEY_SANDBOX"] else {
            throw XCTSkip("JOURNEY_SANDBOX is not set to the folder of a running sandbox.")
        }
        app.launchEnvironment["JOURNEY_SANDBOX"] = sandbox
        app.launch()
        tap(app.buttons["initialize"])
        tap(app.buttons["money-transfer"])
    }

    /// Returns the page's button with that name.
    private func button(_ name: String) -> XCUIElement { app.webViews.firstMatch.buttons[name] }

    /// Returns the page's button whose name starts with `name`. An amount may follow.
    private func button(beginning name: String) -> XCUIElement {
        app.webViews.firstMatch.buttons.matching(NSPredicate(format: "label BEGINSWITH %@", name)).firstMatch
    }

    /// Returns the page's field whose label starts with `label`. A hint may follow.
    private func field(_ label: String) -> XCUIElement {
        app.webViews.firstMatch.textFields.matching(NSPredicate(format: "label BEGINSWITH %@", label)).firstMatch
    }

    /// Returns the app's text of a journey's outcome that starts with `text`.
    private func result(beginning text: String) -> XCUIElement {
        let format = "identifier == 'result' AND label BEGINSWITH %@"
        return app.staticTexts.matching(NSPredicate(format: format, text)).firstMatch
    }

    /// Presses the page's button until `next` exists: a new page may not listen yet, and a page that does renames the button.
    private func press(_ name: String, until next: XCUIElement) {
        tap(button(name))
        for _ in 1...6 where !next.waitForExistence(timeout: 5) {
            if button(name).exists { button(name).tap() }
        }
        XCTAssertTrue(next.exists, "\(name) led nowhere.")
    }

    private func press(beginning name: String) { tap(button(beginning: name)) }

    private func tap(_ element: XCUIElement) {
        XCTAssertTrue(element.waitForExistence(timeout: 30))
        element.tap()
    }

    private func fill(_ label: String, with text: String) {
        tap(field(label))
        field(label).typeText(text)
    }

    /// Allows Face ID for the app, which the system asks for once, and matches a face until `end` exists: the prompt doesn't see
    /// a match before it appears.
    private func showFace(until end: XCUIElement) {
        let system = XCUIApplication(bundleIdentifier: "com.apple.springboard")
        let leave = system.buttons.matching(NSPredicate(format: "label == 'OK' OR label == 'Allow'")).firstMatch
        for _ in 1...30 where !end.waitForExistence(timeout: 1) {
            if leave.exists { leave.tap() }
            SimulatedFace.matches()
        }
        XCTAssertTrue(end.exists, "The Face ID prompt did not finish.")
    }
}
