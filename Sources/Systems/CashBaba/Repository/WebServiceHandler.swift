public import JourneyBase

/// The calls over the network: composes their bodies and reads their answers. PINs are encrypted here and nowhere else.
public final class WebServiceHandler: CashBabaRepository {
    let api: APIHandler
    let storage: CBSDKDataStorage

    public init(api: APIHandler, storage: CBSDKDataStorage) {
        self.api = api
        self.storage = storage
    }

    func base(_ body: JSONValue, _ endpoint: Endpoint) throws(SDKError) -> BaseResponse {
        try reading(endpoint) { () throws(SDKError) in try BaseResponse(body) }
    }

    func response<Content>(_ body: JSONValue, _ endpoint: Endpoint) throws(SDKError) -> Response<Content> {
        try reading(endpoint) { () throws(SDKError) in try Response(body) }
    }

    /// An answer that cannot be read leaves doubt, where the call was binding.
    private func reading<Value>(
        _ endpoint: Endpoint, _ read: () throws(SDKError) -> Value
    ) throws(SDKError) -> Value {
        do throws(SDKError) { return try read() } catch { throw error.of(.unknown, endpoint) }
    }

    /// The fields of PINs, each encrypted on its own. Throws `SDKError.encryption` without a key.
    func encrypted(_ pins: [(name: String, pin: Secret)]) throws(SDKError) -> [FormBody.Entry] {
        let config = api.config
        guard let encryptor = config.encryptor else { throw .encryption("There is no key to encrypt PINs with.") }
        var entries: [FormBody.Entry] = []
        for (name, pin) in pins {
            entries.append(FormBody.Entry(name, try encryptor.encrypt(pin, padding: config.environment.pinPadding)))
        }
        return entries
    }

    /// The field of a one-time code: six ASCII digits, whatever script they were typed in.
    func code(_ otp: String, _ endpoint: Endpoint) throws(SDKError) -> FormBody.Entry {
        guard let digits = Digits.ascii(otp), digits.utf8.count == OTPRules.digits else {
            throw .invalidInput("A code has \(OTPRules.digits) digits.")
        }
        return FormBody.Entry(api.config.environment.paths.otpField(of: endpoint), digits)
    }

    /// Grants a token, which the calls that follow carry.
    public func clientVerification(clientId: String, clientSecret: Secret) async throws(SDKError) -> TokenResponse {
        let form = FormBody([
            FormBody.Entry("grant_type", "client_credentials"), FormBody.Entry("client_id", clientId),
            // Text for the moment in which the form is written.
            FormBody.Entry("client_secret", APIHandler.text(clientSecret)),
        ])
        let token = try TokenResponse(try await api.post(.clientToken, form: form))
        storage.keep(token)
        return token
    }
}

/// The repository over the network, by the seed's name.
public typealias CashBabaRepositoryImpl = WebServiceHandler

extension WebServiceHandler {
    /// The calls of `service`, for code that makes the repository of the published SDK.
    public convenience init(service: WebServiceHandler) { self.init(api: service.api, storage: service.storage) }
}

/// What is known of one-time codes.
enum OTPRules {
    static let digits = 6
}
