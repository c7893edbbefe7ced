public import Foundation
public import UIKit

// Apple: authenticationservices/aspresentationanchor
@available(iOS 12, *)
public typealias ASPresentationAnchor = UIWindow

// Apple: authenticationservices/aswebauthenticationpresentationcontextproviding
@available(iOS 13, *)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    // Apple: authenticationservices/aswebauthenticationpresentationcontextproviding/presentationanchor(for:)
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// Apple: authenticationservices/aswebauthenticationsessionerror
@available(iOS 12, *)
public struct ASWebAuthenticationSessionError: Error, Sendable {
    public let code: Code
    public init(_ code: Code) { self.code = code }

    // Apple: authenticationservices/aswebauthenticationsessionerror/code
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3
    }
}

// Apple: authenticationservices/aswebauthenticationsession
@available(iOS 12, *)
open class ASWebAuthenticationSession: NSObject {
    // The header has a plain block; the system calls it on any thread. `@Sendable` here, stricter than there, has a closure of the
    // main actor's refused, which would compile and trap.
    public typealias CompletionHandler = @Sendable (URL?, (any Error)?) -> Void

    // Apple: authenticationservices/aswebauthenticationsession/callback
    @available(iOS 17.4, *)
    public struct Callback: Sendable {
        public static func customScheme(_: String) -> Callback { Callback() }
        // Apple: authenticationservices/aswebauthenticationsession/callback/https(host:path:)
        @available(iOS 17.4, *)
        public static func https(host _: String, path _: String) -> Callback { Callback() }
    }

    // Apple: authenticationservices/aswebauthenticationsession/init(url:callback:completionhandler:)
    @available(iOS 17.4, *)
    public init(url _: URL, callback _: Callback, completionHandler _: @escaping CompletionHandler) {}
    // Apple: authenticationservices/aswebauthenticationsession/presentationcontextprovider
    @available(iOS 13, *)
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    // Apple: authenticationservices/aswebauthenticationsession/prefersephemeralwebbrowsersession
    @available(iOS 13, *)
    open var prefersEphemeralWebBrowserSession = false
    @discardableResult open func start() -> Bool { false }
    open func cancel() {}
}
