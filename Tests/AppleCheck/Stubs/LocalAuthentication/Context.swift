public import Foundation
public import Security

// Apple: localauthentication/lapolicy
@available(iOS 8, macOS 10.10, *)
public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
}

// Apple: localauthentication/laerror-swift.struct
@available(iOS 8.3, macOS 10.11, *)
public struct LAError: Error, Sendable {
    public let code: Code
    public init(_ code: Code) { self.code = code }
    public var errorCode: Int { code.rawValue }

    // Apple: localauthentication/laerror-swift.struct/code, LAPublicDefines.h
    public enum Code: Int, Sendable {
        case authenticationFailed = -1
        case userCancel = -2
        case userFallback = -3
        case systemCancel = -4
        case passcodeNotSet = -5
        case biometryNotAvailable = -6
        case biometryNotEnrolled = -7
        case biometryLockout = -8
        case appCancel = -9
        case invalidContext = -10
        case notInteractive = -1004
    }
}

// Apple: localauthentication/laaccesscontroloperation
@available(iOS 9, macOS 10.11, *)
public enum LAAccessControlOperation: Int, Sendable {
    case createItem = 0
    case useItem = 1
    case createKey = 2
    case useKeySign = 3
}

// Apple: localauthentication/ladomainstate
@available(iOS 18, macOS 15, *)
open class LADomainState: NSObject {
    // Apple: localauthentication/ladomainstate/biometry
    @available(iOS 18, macOS 15, *)
    open var biometry: LADomainStateBiometry { LADomainStateBiometry() }
}

// Apple: localauthentication/ladomainstatebiometry
@available(iOS 18, macOS 15, *)
open class LADomainStateBiometry: NSObject {
    // Apple: localauthentication/ladomainstatebiometry/statehash
    @available(iOS 18, macOS 15, *)
    open var stateHash: Data? { nil }
}

// Apple: localauthentication/lacontext
@available(iOS 8, macOS 10.10, *)
open class LAContext: NSObject {
    open var localizedFallbackTitle: String?
    // Apple: localauthentication/lacontext/localizedreason
    @available(iOS 11, macOS 10.13, *)
    open var localizedReason = ""
    // Apple: localauthentication/lacontext/interactionnotallowed
    @available(iOS 11, macOS 10.13, *)
    open var interactionNotAllowed = false
    // Apple: localauthentication/lacontext/touchidauthenticationallowablereuseduration
    @available(iOS 9, macOS 10.12, *)
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
    open func canEvaluatePolicy(_: LAPolicy, error _: UnsafeMutablePointer<NSError?>?) -> Bool { false }
    open func evaluatePolicy(
        _: LAPolicy, localizedReason _: String, reply _: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}
    open func evaluatePolicy(_: LAPolicy, localizedReason _: String) async throws -> Bool { false }
    // Apple: localauthentication/lacontext/evaluateaccesscontrol(_:operation:localizedreason:reply:)
    @available(iOS 9, macOS 10.11, *)
    open func evaluateAccessControl(
        _: SecAccessControl, operation _: LAAccessControlOperation, localizedReason _: String
    ) async throws -> Bool { false }
    // Apple: localauthentication/lacontext/domainstate
    @available(iOS 18, macOS 15, *)
    open var domainState: LADomainState { LADomainState() }
    // Apple: localauthentication/lacontext/invalidate()
    @available(iOS 9, macOS 10.11, *)
    open func invalidate() {}
}
