public import JourneyBase

/// What went wrong, under the seed's titles and numbers. Never holds a secret.
public struct SDKError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A short name, such as `BadNetworkError`.
    public let title: String
    /// The HTTP status, the service's own code, or one of 1531 and up.
    public let code: Int
    /// One sentence, which is the service's own where it gave one.
    public let description: String
    /// What the service said to the person, in the language it was asked in; `nil` when it said nothing.
    public let serviceText: String?
    /// Whether the SDK closes; else the screen stays, and shows it.
    public let closesSDK: Bool
    /// The fate of the request, where the call moves money or orders something; `nil` for every other call, and where no
    /// request was made. With `notSent` nothing was done, and the person may try again.
    public internal(set) var requestFate: RequestFate?
    /// Whether the call may have done what it was asked for all the same: nobody knows the fate of its request.
    public internal(set) var leavesDoubt: Bool {
        get { requestFate == .unknown }
        set { requestFate = newValue ? .unknown : .answered }
    }
    /// The answer that refused a second payment and named the first one; `nil` for every other error.
    var earlierPayment: JSONValue?
    /// Whether the service refused because an earlier request has paid. A presentation ends with success then.
    public var isAlreadyPaid: Bool { earlierPayment != nil }
    /// The same in the taxonomy of all modules.
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

    /// In the taxonomy of all modules.
    public var journeyError: JourneyError {
        var error = JourneyError(errorCode, "\(title) \(code)")
        error.requestFate = requestFate
        return error
    }

    /// The same error of a call of `endpoint` whose request had that fate.
    func of(_ fate: RequestFate, _ endpoint: Endpoint) -> SDKError {
        var error = self
        error.requestFate = endpoint.isBinding ? fate : nil
        return error
    }
}

extension SDKError {
    // The seed's factories.
    /// An address that cannot be made.
    public static func badURL(_ why: String) -> SDKError { SDKError("BadURL", 1531, why, .validationFail) }

    /// An answer that cannot be read.
    public static func decode(_ why: String) -> SDKError { SDKError("BadAPIResponse", 1532, why, .validationFail) }

    /// No answer.
    public static func network(_ why: String = "No connection", code: ErrorCode = .netUnreachable) -> SDKError {
        SDKError("BadNetworkError", 1533, why, code)
    }

    /// HTTP 401.
    public static func unauthorized(_ text: String? = nil) -> SDKError {
        SDKError("Unauthorized", 401, "Unauthorized", .authExpired, serviceText: text, closesSDK: true)
    }

    /// HTTP 444, 500 and 501.
    public static func server(_ text: String? = nil, status: Int = 444) -> SDKError {
        SDKError("ServerError", status, "HTTP \(status)", .serverError, serviceText: text, closesSDK: true)
    }

    // What the seed has no factory for.
    /// Another HTTP status that is no success.
    static func http(_ status: Int, _ text: String? = nil) -> SDKError {
        let code: ErrorCode = status == 429 ? .rateLimited : status >= 500 ? .serverError : .validationFail
        return SDKError("HTTPError", status, "HTTP \(status)", code, serviceText: text)
    }

    /// A success by HTTP whose body says otherwise.
    public static func refused(_ code: Int, _ text: String?) -> SDKError {
        SDKError("ServiceError", code, "Unknown server error", .validationFail, serviceText: text)
    }

    /// A PIN that was not encrypted, and therefore not sent.
    static func encryption(_ why: String) -> SDKError { SDKError("EncryptionError", 1534, why, .validationFail) }

    /// The token's life is over.
    public static let sessionExpired = SDKError(
        "SessionExpired", 1535, "Session expired", .authExpired, closesSDK: true)

    /// The call was given up.
    public static let cancelled = SDKError("Cancelled", 1536, "The call was cancelled.", .userCancelled)

    /// Asked for before `initialize`.
    public static let notInitialized = SDKError(
        "NotInitialized", 1537, "The SDK is not initialized.", .notInitialized)

    /// What a host closes the SDK with.
    static func closed(_ message: String) -> SDKError {
        SDKError("Closed", 1540, "The host closed the SDK.", .unknown, serviceText: message, closesSDK: true)
    }

    /// Presented while it is presented.
    public static let alreadyPresented = SDKError(
        "AlreadyPresented", 1538, "The SDK is presented already.", .alreadyRunning)

    /// What a caller handed in cannot be right, and was not sent.
    public static func invalidInput(_ why: String) -> SDKError { SDKError("InvalidInput", 1539, why, .validationFail) }
}

/// What `call` returns or throws.
func outcome<Value>(of call: () async throws(SDKError) -> Value) async -> Result<Value, SDKError> {
    do throws(SDKError) { return .success(try await call()) } catch { return .failure(error) }
}
