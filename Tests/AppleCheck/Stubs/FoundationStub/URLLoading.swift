// What Apple's Foundation has beyond the one of this toolchain: the URL loading system with Security's types. The names are
// declared anew, with Apple's signatures, because FoundationNetworking's differ from them.

public import Foundation
public import Security

// Apple: foundation/urlrequest
@available(iOS 8, macOS 10.10, *)
public struct URLRequest: Sendable {
    public var url: URL?
    public var httpMethod: String?
    public var httpBody: Data?
    public var timeoutInterval: TimeInterval = 60
    public var allHTTPHeaderFields: [String: String]?
    public var httpShouldHandleCookies = true
    public var cachePolicy = CachePolicy.useProtocolCachePolicy
    public var mainDocumentURL: URL?

    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy = 0
        case reloadIgnoringLocalCacheData = 1
    }

    public init(
        url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
    ) {
        (self.url, self.cachePolicy, self.timeoutInterval) = (url, cachePolicy, timeoutInterval)
    }

    public mutating func setValue(_: String?, forHTTPHeaderField _: String) {}
    public mutating func addValue(_: String, forHTTPHeaderField _: String) {}
    public func value(forHTTPHeaderField _: String) -> String? { nil }
}

// Apple: foundation/urlresponse
@available(iOS 2, macOS 10.2, *)
open class URLResponse: NSObject, @unchecked Sendable {
    open var url: URL? { nil }
    open var mimeType: String? { nil }
    open var expectedContentLength: Int64 { -1 }
}

// Apple: foundation/httpurlresponse
@available(iOS 2, macOS 10.2, *)
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { 0 }
    open var allHeaderFields: [AnyHashable: Any] { [:] }
    open func value(forHTTPHeaderField _: String) -> String? { nil }
}

// Apple: foundation/urlcache
@available(iOS 2, macOS 10.2, *)
open class URLCache: NSObject, @unchecked Sendable {}
// Apple: foundation/httpcookiestorage
@available(iOS 2, macOS 10.2, *)
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
// Apple: foundation/urlcredentialstorage
@available(iOS 2, macOS 10.2, *)
open class URLCredentialStorage: NSObject, @unchecked Sendable {}

// Apple: foundation/nsurlauthenticationmethodservertrust
@available(iOS 3, macOS 10.6, *)
public let NSURLAuthenticationMethodServerTrust = ""
// Apple: foundation/nsurlauthenticationmethodclientcertificate
@available(iOS 3, macOS 10.6, *)
public let NSURLAuthenticationMethodClientCertificate = ""

// Apple: foundation/urlprotectionspace
@available(iOS 2, macOS 10.2, *)
open class URLProtectionSpace: NSObject, @unchecked Sendable {
    open var host: String { "" }
    open var port: Int { 0 }
    open var `protocol`: String? { nil }
    open var authenticationMethod: String { "" }
    open var serverTrust: SecTrust? { nil }
}

// Apple: foundation/urlcredential
@available(iOS 2, macOS 10.2, *)
open class URLCredential: NSObject, @unchecked Sendable {
    public enum Persistence: UInt, Sendable {
        case none, forSession, permanent, synchronizable
    }
    public convenience init(trust _: SecTrust) { self.init() }
    public convenience init(identity _: SecIdentity, certificates _: [Any]?, persistence _: Persistence) {
        self.init()
    }
}

// Apple: foundation/urlauthenticationchallenge
@available(iOS 2, macOS 10.2, *)
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var protectionSpace: URLProtectionSpace { URLProtectionSpace() }
    open var previousFailureCount: Int { 0 }
}

// Apple: security/tls_protocol_version_t
@available(iOS 13, macOS 10.15, *)
public enum tls_protocol_version_t: UInt16, Sendable {
    case TLSv12 = 0x0303
    case TLSv13 = 0x0304
}

// Apple: foundation/urlsessionconfiguration
@available(iOS 7, macOS 10.9, *)
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
    open var httpCookieStorage: HTTPCookieStorage?
    open var httpShouldSetCookies = true
    open var httpCookieAcceptPolicy = HTTPCookiePolicy.onlyFromMainDocumentDomain
    open var urlCache: URLCache?
    open var urlCredentialStorage: URLCredentialStorage?
    open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    open var timeoutIntervalForRequest: TimeInterval = 60
    open var timeoutIntervalForResource: TimeInterval = 604_800
    open var waitsForConnectivity = false
    open var connectionProxyDictionary: [AnyHashable: Any]?
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    open var httpMaximumConnectionsPerHost = 6
    // Apple: foundation/urlsessionconfiguration/tlsminimumsupportedprotocolversion
    @available(iOS 13, macOS 10.15, *)
    open var tlsMinimumSupportedProtocolVersion = tls_protocol_version_t.TLSv12

    public enum HTTPCookiePolicy: UInt, Sendable {
        case always, never, onlyFromMainDocumentDomain
    }
}
