import XCTest

/// The tabs whose service is in the app: they need no bank, no second phone and no set-up, and run on any simulator.
@MainActor
final class TabUITests: XCTestCase {
    private lazy var app = XCUIApplication()

    override func setUp() async throws { continueAfterFailure = false }

    func testPassIsAdded() {
        open("Pass")
        tap(app.buttons["add-to-wallet"])
        expectResult("completed")
    }

    func testPersonWhoTurnsBackFromTheCodeHasSetNoPin() {
        open("Pay")
        tap(app.buttons["set-pin"])
        // The terms, then the field for the code; back to the terms, and out.
        tap(app.buttons["proceed"])
        XCTAssertTrue(app.buttons["submit"].waitForExistence(timeout: 30))
        tap(app.buttons["back"])
        XCTAssertTrue(app.buttons["proceed"].waitForExistence(timeout: 30))
        tap(app.buttons["back"])
        expectResult("cancelled")
    }

    // MARK: The app

    private func open(_ tab: String) {
        app.launch()
        tap(app.tabBars.buttons[tab])
    }

    private func tap(_ element: XCUIElement) {
        XCTAssertTrue(element.waitForExistence(timeout: 30))
        element.tap()
    }

    private func expectResult(_ text: String) {
        let told = expectation(for: NSPredicate(format: "label == %@", text), evaluatedWith: app.staticTexts["result"])
        wait(for: [told], timeout: 30)
    }
}
