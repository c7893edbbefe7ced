public import Foundation

// Apple: xcuiautomation/xcuielementtypequeryprovider
@available(iOS 9, macOS 10.11, *)
@MainActor public protocol XCUIElementTypeQueryProvider {
    var buttons: XCUIElementQuery { get }
    var staticTexts: XCUIElementQuery { get }
    var scrollViews: XCUIElementQuery { get }
    var textFields: XCUIElementQuery { get }
    var webViews: XCUIElementQuery { get }
    var tabBars: XCUIElementQuery { get }
}

// Apple: xcuiautomation/xcuielement
@available(iOS 9, macOS 10.11, *)
@MainActor open class XCUIElement: NSObject, XCUIElementTypeQueryProvider {
    open var label: String { "" }
    open var exists: Bool { false }
    open var isEnabled: Bool { false }
    open func waitForExistence(timeout _: TimeInterval) -> Bool { false }
    open func tap() {}
    open func typeText(_: String) {}
    open var buttons: XCUIElementQuery { XCUIElementQuery() }
    open var staticTexts: XCUIElementQuery { XCUIElementQuery() }
    open var scrollViews: XCUIElementQuery { XCUIElementQuery() }
    open var textFields: XCUIElementQuery { XCUIElementQuery() }
    open var webViews: XCUIElementQuery { XCUIElementQuery() }
    open var tabBars: XCUIElementQuery { XCUIElementQuery() }
}

// Apple: xcuiautomation/xcuielementquery
@available(iOS 9, macOS 10.11, *)
@MainActor open class XCUIElementQuery: NSObject, XCUIElementTypeQueryProvider {
    open var buttons: XCUIElementQuery { self }
    open var staticTexts: XCUIElementQuery { self }
    open var scrollViews: XCUIElementQuery { self }
    open var textFields: XCUIElementQuery { self }
    open var webViews: XCUIElementQuery { self }
    open var tabBars: XCUIElementQuery { self }
    open var firstMatch: XCUIElement { XCUIElement() }
    open var allElementsBoundByIndex: [XCUIElement] { [] }
    open subscript(_: String) -> XCUIElement { XCUIElement() }
    open func matching(_: NSPredicate) -> XCUIElementQuery { self }
}

// Apple: xcuiautomation/xcuiapplication
@available(iOS 9, macOS 10.11, *)
@MainActor open class XCUIApplication: XCUIElement {
    public convenience init(bundleIdentifier _: String) { self.init() }
    open var launchEnvironment: [String: String] = [:]
    open func launch() {}
}
