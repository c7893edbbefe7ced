public import JourneyBase
import JourneyWire

/// What every answer has.
public struct BaseResponse: Hashable, Sendable, Decodable {
    /// 200 or 201; `nil` when the service does not say.
    public var code: Int?
    public var messages: [String]
    public var details: String?

    public init(code: Int? = nil, messages: [String] = [], details: String? = nil) {
        self.code = code
        self.messages = messages
        self.details = details
    }
}

/// An answer that is read from its body.
protocol ServiceAnswer {
    init(_ body: JSONValue) throws(SDKError)
}

extension BaseResponse: ServiceAnswer {
    init(_ body: JSONValue) throws(SDKError) { try self.init(answer: body) }
}

/// What an answer carries beside the envelope. Every property is a member of that name, which may be missing.
public protocol ResponseContent: Hashable, Sendable, Decodable {}

extension ResponseContent {
    /// The content of an answer's body: its `data` where that is an object, else the body itself, as some installations send it.
    ///
    /// - Throws: `SDKError.decode` for a member of another type.
    public init(_ body: JSONValue) throws(SDKError) {
        let data = (try? WalletReplyText(body))?.data?.json
        try self.init(answer: data?.object == nil ? body : data ?? body)
    }
}

/// The content of an answer to a call that pays.
protocol PaidContent: ResponseContent {
    var isAlreadyPaid: Bool { get set }
}

extension SDKError {
    /// The earlier payment that the service named when it refused this one; `nil` where it named none.
    func earlier<Content: PaidContent>(_: Content.Type = Content.self) -> Response<Content>? {
        guard let earlierPayment, var response = try? Response<Content>(earlierPayment) else { return nil }
        response.data.isAlreadyPaid = true
        return response
    }
}

/// An answer with content.
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
