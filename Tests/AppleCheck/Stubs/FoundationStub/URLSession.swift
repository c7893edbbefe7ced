// Sessions, tasks and their delegates.

public import Foundation

// Apple: foundation/urlsession
@available(iOS 7, macOS 10.9, *)
open class URLSession: NSObject, @unchecked Sendable {
    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }
    public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }

    public convenience init(
        configuration _: URLSessionConfiguration, delegate _: (any URLSessionDelegate)?,
        delegateQueue _: OperationQueue?
    ) { self.init() }
    open func dataTask(with _: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
    open func uploadTask(withStreamedRequest _: URLRequest) -> URLSessionUploadTask { URLSessionUploadTask() }
    open func invalidateAndCancel() {}
    open func finishTasksAndInvalidate() {}
}

// Apple: foundation/urlsessiontask
@available(iOS 7, macOS 10.9, *)
open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { 0 }
    open var originalRequest: URLRequest? { nil }
    open var currentRequest: URLRequest? { nil }
    open var response: URLResponse? { nil }
    open var countOfBytesExpectedToReceive: Int64 { -1 }
    open var countOfBytesReceived: Int64 { 0 }
    // Apple: foundation/urlsessiontask/delegate
    @available(iOS 15, macOS 12, *)
    open var delegate: (any URLSessionTaskDelegate)?
    open func resume() {}
    open func suspend() {}
    open func cancel() {}
}

// Apple: foundation/urlsessiondatatask
@available(iOS 7, macOS 10.9, *)
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
// Apple: foundation/urlsessionuploadtask
@available(iOS 7, macOS 10.9, *)
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

// Apple: foundation/urlsessiontasktransactionmetrics
@available(iOS 10, macOS 10.12, *)
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
    open var fetchStartDate: Date? { nil }
    open var domainLookupStartDate: Date? { nil }
    open var domainLookupEndDate: Date? { nil }
    open var connectStartDate: Date? { nil }
    open var secureConnectionStartDate: Date? { nil }
    open var secureConnectionEndDate: Date? { nil }
    open var connectEndDate: Date? { nil }
    open var requestStartDate: Date? { nil }
    open var responseStartDate: Date? { nil }
    open var responseEndDate: Date? { nil }
    open var networkProtocolName: String? { nil }
    open var isReusedConnection: Bool { false }
}

// Apple: foundation/urlsessiontaskmetrics
@available(iOS 10, macOS 10.12, *)
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
    open var transactionMetrics: [URLSessionTaskTransactionMetrics] { [] }
}

// Apple: foundation/urlsessiondelegate
@available(iOS 7, macOS 10.9, *)
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
}

// Apple: foundation/urlsessiondelegate (optional requirements)
@available(iOS 7, macOS 10.9, *)
extension URLSessionDelegate {
    public func urlSession(_: URLSession, didBecomeInvalidWithError _: (any Error)?) {}
    public func urlSession(
        _: URLSession, didReceive _: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { completionHandler(.performDefaultHandling, nil) }
}

// Apple: foundation/urlsessiontaskdelegate
@available(iOS 7, macOS 10.9, *)
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

// Apple: foundation/urlsessiontaskdelegate (optional requirements)
@available(iOS 7, macOS 10.9, *)
extension URLSessionTaskDelegate {
    public func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(newRequest) }
    public func urlSession(
        _: URLSession, task _: URLSessionTask, didReceive _: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { completionHandler(.performDefaultHandling, nil) }
    public func urlSession(
        _: URLSession, task _: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) { completionHandler(nil) }
    public func urlSession(_: URLSession, task _: URLSessionTask, didFinishCollecting _: URLSessionTaskMetrics) {}
    public func urlSession(_: URLSession, task _: URLSessionTask, didCompleteWithError _: (any Error)?) {}
}

// Apple: foundation/urlsessiondatadelegate
@available(iOS 7, macOS 10.9, *)
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

// Apple: foundation/urlsessiondatadelegate (optional requirements)
@available(iOS 7, macOS 10.9, *)
extension URLSessionDataDelegate {
    public func urlSession(
        _: URLSession, dataTask _: URLSessionDataTask, didReceive _: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) { completionHandler(.allow) }
    public func urlSession(_: URLSession, dataTask _: URLSessionDataTask, didReceive _: Data) {}
}
