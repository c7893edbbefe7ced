public import JourneyBase

/// An error of the SDK, under the seed's titles and numbers. It never holds a secret.
public struct SDKError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A short name, such as `BadNetworkError`.
    public let title: String
    /// The HTTP status, the service's own code, or one of the SDK's codes from 1531 up.
    public let code: Int
    /// A one-sentence description: the service's own where it gave one.
    public let description: String
    /// The service's text for the user, in the requested language; `nil` if it sent none.
    public let serviceText: String?
    /// `true` if the error closes the SDK. Otherwise the current screen stays and shows it.
    public let closesSDK: Bool
    /// The fate of the request, for a call that moves money or places an order; `nil` for other calls, and if no request was
    /// made. With `notSent` nothing was done, and the user may try again.
    public internal(set) var requestFate: RequestFate?
    /// `true` if the fate of the request is unknown, so that the call may have taken effect.
    public internal(set) var leavesDoubt: Bool {
        get { requestFate == .unknown }
        set { requestFate = newValue ? .unknown : .answered }
    }
    /// The response that refused a second payment and named the first one; `nil` for every other error.
    var earlierPayment: JSONValue?
    /// `true` if the service refused because an earlier request has paid. A presentation then ends with success.
    public var isAlreadyPaid: Bool { earlierPayment != nil }
    /// The error's code in the taxonomy shared by all modules.
    public let errorCode: ErrorCode

    init(
        _ title: String, _ code: Int, _ fallback: String, _ errorCode: ErrorCode, serviceText: String? = nil,
        closesSDK: Bool = false
    ) {
        self.title = title
        self.code = code
        description = serviceText ?? fallback
        self.serviceText = serviceText
        self.closesSDK = closesSDK
        self.errorCode = errorCode
    }

    /// The error in the taxonomy shared by all modules.
    public var journeyError: JourneyError {
        var error = JourneyError(errorCode, "\(title) \(code)")
        error.requestFate = requestFate
        return error
    }

    /// Returns this error with the fate of the request, if `endpoint` is a binding call.
    func of(_ fate: RequestFate, _ endpoint: Endpoint) -> SDKError {
        var error = self
        error.requestFate = endpoint.isBinding ? fate : nil
        return error
    }
}

extension SDKError {
    // Factories of the seed.
    /// Creates the error of an address that cannot be built.
    public static func badURL(_ why: String) -> SDKError { SDKError("BadURL", 1531, why, .validationFail) }

    /// Creates the error of a response that cannot be read.
    public static func decode(_ why: String) -> SDKError { SDKError("BadAPIResponse", 1532, why, .validationFail) }

    /// Creates the error of a call without a response.
    ///
    /// - Parameters:
    ///   - why: The cause.
    ///   - code: The code in the taxonomy shared by all modules.
    /// - Returns: The error.
    public static func network(_ why: String = "No connection", code: ErrorCode = .netUnreachable) -> SDKError {
        SDKError("BadNetworkError", 1533, why, code)
    }

    /// Creates the error for HTTP 401. `text` is the service's text for the user.
    public static func unauthorized(_ text: String? = nil) -> SDKError {
        SDKError("Unauthorized", 401, "Unauthorized", .authExpired, serviceText: text, closesSDK: true)
    }

    /// Creates the error for HTTP 444, 500 and 501.
    ///
    /// - Parameters:
    ///   - text: The service's text for the user.
    ///   - status: The HTTP status.
    /// - Returns: The error.
    public static func server(_ text: String? = nil, status: Int = 444) -> SDKError {
        SDKError("ServerError", status, "HTTP \(status)", .serverError, serviceText: text, closesSDK: true)
    }

    // Factories beyond the seed's.
    /// Creates the error for any other HTTP status that is not a success.
    static func http(_ status: Int, _ text: String? = nil) -> SDKError {
        let code: ErrorCode = status == 429 ? .rateLimited : status >= 500 ? .serverError : .validationFail
        return SDKError("HTTPError", status, "HTTP \(status)", code, serviceText: text)
    }

    /// Creates the error of a response with a successful HTTP status whose body has another code.
    ///
    /// - Parameters:
    ///   - code: The code in the body.
    ///   - text: The service's text for the user.
    /// - Returns: The error.
    public static func refused(_ code: Int, _ text: String?) -> SDKError {
        SDKError("ServiceError", code, "Unknown server error", .validationFail, serviceText: text)
    }

    /// Creates the error of a PIN that was not encrypted, and therefore not sent.
    static func encryption(_ why: String) -> SDKError { SDKError("EncryptionError", 1534, why, .validationFail) }

    /// The error of an expired token.
    public static let sessionExpired = SDKError(
        "SessionExpired", 1535, "Session expired", .authExpired, closesSDK: true)

    /// The error of a cancelled call.
    public static let cancelled = SDKError("Cancelled", 1536, "The call was cancelled.", .userCancelled)

    /// The error of a call before `initialize`.
    public static let notInitialized = SDKError(
        "NotInitialized", 1537, "The SDK is not initialized. Call initialize first.", .notInitialized)

    /// Creates the error with which a host closes the SDK.
    static func closed(_ message: String) -> SDKError {
        SDKError("Closed", 1540, "The host closed the SDK.", .unknown, serviceText: message, closesSDK: true)
    }

    /// The error of a presentation while another is active.
    public static let alreadyPresented = SDKError(
        "AlreadyPresented", 1538, "The SDK is already presented.", .alreadyRunning)

    /// Creates the error of invalid input, which was not sent.
    public static func invalidInput(_ why: String) -> SDKError { SDKError("InvalidInput", 1539, why, .validationFail) }
}

/// Returns the result of `call`, with a thrown error as its failure.
func outcome<Value>(of call: () async throws(SDKError) -> Value) async -> Result<Value, SDKError> {
    do throws(SDKError) { return .success(try await call()) } catch { return .failure(error) }
}
