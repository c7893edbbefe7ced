public import Foundation

// Apple: devicecheck/dcerror-swift.struct
@available(iOS 11, macOS 10.15, *)
public struct DCError: Error, Sendable {
    public let code: Code
    public init(_ code: Code) { self.code = code }
    public var errorCode: Int { code.rawValue }

    // Apple: devicecheck/dcerror-swift.struct/code, DCError.h
    public enum Code: Int, Sendable {
        case unknownSystemFailure = 0
        case featureUnsupported = 1
        case invalidInput = 2
        case invalidKey = 3
        case serverUnavailable = 4
    }
}

// Apple: devicecheck/dcappattestservice
@available(iOS 14, macOS 11, *)
open class DCAppAttestService: NSObject, @unchecked Sendable {
    // Apple: devicecheck/dcappattestservice/shared
    @available(iOS 14, macOS 11, *)
    open class var shared: DCAppAttestService { DCAppAttestService() }
    // Apple: devicecheck/dcappattestservice/issupported
    @available(iOS 14, macOS 11, *)
    open var isSupported: Bool { false }
    // Apple: devicecheck/dcappattestservice/generatekey(completionhandler:)
    @available(iOS 14, macOS 11, *)
    open func generateKey(completionHandler _: @escaping @Sendable (String?, (any Error)?) -> Void) {}
    open func generateKey() async throws -> String { "" }
    // Apple: devicecheck/dcappattestservice/attestkey(_:clientdatahash:completionhandler:)
    @available(iOS 14, macOS 11, *)
    open func attestKey(
        _: String, clientDataHash _: Data, completionHandler _: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {}
    open func attestKey(_: String, clientDataHash _: Data) async throws -> Data { Data() }
    // Apple: devicecheck/dcappattestservice/generateassertion(_:clientdatahash:completionhandler:)
    @available(iOS 14, macOS 11, *)
    open func generateAssertion(
        _: String, clientDataHash _: Data, completionHandler _: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {}
    open func generateAssertion(_: String, clientDataHash _: Data) async throws -> Data { Data() }
}
