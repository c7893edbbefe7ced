import XCTest

/// The pages of a money transfer inside WKWebView, driven by what a person sees, to `completed`.
///
/// It needs a bank: `journey serve --json` somewhere that the simulator reaches as `gateway.localhost` and `bank.localhost`, and a
/// folder, named by `JOURNEY_SANDBOX`, with `sandbox.json` and `context-token` (the app's README says how). Without it, the tests that
/// need it are skipped.
@MainActor
final class MoneyTransferUITests: XCTestCase {
    private lazy var app = XCUIApplication()

    override func setUp() async throws { continueAfterFailure = false }

    func testTransferIsCompleted() throws {
        try begin()
        press("Start")
        fill("Name on the account", with: "Amelia Stone")
        fill("Sort code", with: "04-00-04")
        fill("Account number", with: "12345678")
        press("Continue")
        fill("Amount", with: "125.00")
        press("Continue")
        press("Send")
        SimulatedFace.matches()
        expectResult(beginning: "completed")
        // The log has names and published attributes, and nothing that was typed.
        let told = app.scrollViews["events"].staticTexts.allElementsBoundByIndex.map(\.label)
        XCTAssertTrue(told.contains { $0.hasPrefix("journey_begin") })
        XCTAssertFalse(told.contains { $0.contains("12345678") || $0.contains("Amelia") })
    }

    func testPageThatIsClosedIsCancelled() throws {
        try begin()
        press("Cancel")
        expectResult(beginning: "cancelled")
    }

    func testNothingStartsBeforeItIsSetUp() {
        app.launch()
        XCTAssertTrue(app.buttons["initialize"].waitForExistence(timeout: 30))
        XCTAssertFalse(app.buttons["money-transfer"].isEnabled)
    }

    // MARK: The app and its pages

    private func begin() throws {
        guard let sandbox = ProcessInfo.processInfo.environment["JOURNEY_SANDBOX"] else {
            throw XCTSkip("There is no bank: JOURNEY_SANDBOX names no folder.")
        }
        app.launchEnvironment["JOURNEY_SANDBOX"] = sandbox
        app.launch()
        tap(app.buttons["initialize"])
        tap(app.buttons["money-transfer"])
    }

    /// Presses the page's button of that name, when it has come.
    private func press(_ name: String) { tap(app.webViews.firstMatch.buttons[name]) }

    private func tap(_ element: XCUIElement) {
        XCTAssertTrue(element.waitForExistence(timeout: 30))
        element.tap()
    }

    /// Types into the page's field whose label begins so: a hint may follow.
    private func fill(_ label: String, with text: String) {
        let fields = app.webViews.firstMatch.textFields
        let field = fields.matching(NSPredicate(format: "label BEGINSWITH %@", label)).firstMatch
        tap(field)
        field.typeText(text)
    }

    private func expectResult(beginning text: String) {
        let result = app.staticTexts["result"]
        let told = expectation(for: NSPredicate(format: "label BEGINSWITH %@", text), evaluatedWith: result)
        wait(for: [told], timeout: 30)
    }
}
