public import JourneyBase
import JourneyWire

/// The members common to every response.
public struct BaseResponse: Hashable, Sendable, Decodable {
    /// 200 or 201; `nil` if the service sends none.
    public var code: Int?
    public var messages: [String]
    public var details: String?

    public init(code: Int? = nil, messages: [String] = [], details: String? = nil) {
        self.code = code
        self.messages = messages
        self.details = details
    }
}

/// A response that is read from its body.
protocol ServiceAnswer {
    init(_ body: JSONValue) throws(SDKError)
}

extension BaseResponse: ServiceAnswer {
    init(_ body: JSONValue) throws(SDKError) { try self.init(answer: body) }
}

/// The content of a response besides the envelope. Every property is an optional member of that name.
public protocol ResponseContent: Hashable, Sendable, Decodable {}

extension ResponseContent {
    /// Reads the content of a response's body: its `data` if that is an object, else the body itself, as some deployments send
    /// it.
    ///
    /// - Parameter body: The body of the response.
    /// - Throws: `SDKError.decode` for a member of another type.
    public init(_ body: JSONValue) throws(SDKError) {
        let data = (try? WalletReplyText(body))?.data?.json
        try self.init(answer: data?.object == nil ? body : data ?? body)
    }
}

/// The content of a response to a call that pays.
protocol PaidContent: ResponseContent {
    var isAlreadyPaid: Bool { get set }
}

extension SDKError {
    /// Returns the earlier payment that the service named when it refused this one; `nil` if it named none.
    func earlier<Content: PaidContent>(_: Content.Type = Content.self) -> Response<Content>? {
        guard let earlierPayment, var response = try? Response<Content>(earlierPayment) else { return nil }
        response.data.isAlreadyPaid = true
        return response
    }
}

/// A response with content.
public struct Response<Content: ResponseContent>: Hashable, Sendable, ServiceAnswer {
    public var base: BaseResponse
    public var data: Content

    public init(base: BaseResponse = BaseResponse(), data: Content) {
        self.base = base
        self.data = data
    }

    init(_ body: JSONValue) throws(SDKError) {
        base = try BaseResponse(body)
        data = try Content(body)
    }
}

public typealias OtpSendResponse = Response<OtpSendData>
public typealias ForgetPinVerifyResponse = Response<ForgetPinVerifyData>
public typealias PinRulesResponse = Response<PinRulesData>
public typealias TransferResponse = Response<TransferData>
public typealias PaymentResponse = Response<PaymentData>
public typealias CpqrcValidationResponse = Response<CpqrcValidationData>
public typealias CpqrcConfirmResponse = Response<CpqrcConfirmData>
