@_exported public import Foundation

// Apple: xctest/xctestcase
@available(iOS 5, macOS 10.5, *)
open class XCTestCase: NSObject {
    open func setUp() async throws {}
    open var continueAfterFailure = true
    // Apple: xctest/xctestcase/expectation(for:evaluatedwith:handler:)
    @available(iOS 8.3, macOS 10.10, *)
    public func expectation(for _: NSPredicate, evaluatedWith _: Any?, handler _: (() -> Bool)? = nil)
        -> XCTestExpectation
    { XCTestExpectation() }
    // Apple: xctest/xctestcase/wait(for:timeout:)
    @available(iOS 8.3, macOS 10.10, *)
    public func wait(for _: [XCTestExpectation], timeout _: TimeInterval) {}
}

// Apple: xctest/xctestexpectation
@available(iOS 8, macOS 10.10, *)
open class XCTestExpectation: NSObject {}

// Apple: xctest/xctskip-swift.struct
@available(iOS 5, macOS 10.5, *)
public struct XCTSkip: Error {
    public init(_: @autoclosure () -> String? = nil) {}
}

// Apple: xctest/xctasserttrue(_:_:file:line:)
@available(iOS 5, macOS 10.5, *)
public func XCTAssertTrue(_: @autoclosure () throws -> Bool, _: @autoclosure () -> String = "") {}
// Apple: xctest/xctassertfalse(_:_:file:line:)
@available(iOS 5, macOS 10.5, *)
public func XCTAssertFalse(_: @autoclosure () throws -> Bool, _: @autoclosure () -> String = "") {}
