package import JourneyBase
import JourneyWire

/// The calls over the network: composes their bodies and reads their answers. PINs are encrypted here and nowhere else.
package final class WebServiceHandler: CashBabaRepository {
    let api: APIHandler
    let storage: CBSDKDataStorage

    package init(api: APIHandler, storage: CBSDKDataStorage) {
        self.api = api
        self.storage = storage
    }

    /// Makes a call, with `form` or with a reference in its path, and reads the answer.
    func call<Answer: ServiceAnswer>(
        _ endpoint: Endpoint, _ form: [FormBody.Entry] = [], reference: String? = nil
    ) async throws(SDKError) -> Answer {
        let body =
            endpoint.shape == .get
            ? try await api.get(endpoint, reference: reference)
            : try await api.post(endpoint, form: FormBody(form))
        return try answer(body, to: endpoint)
    }

    /// Reads an answer. One that cannot be read leaves doubt, where the call was binding.
    func answer<Answer: ServiceAnswer>(_ body: JSONValue, to endpoint: Endpoint) throws(SDKError) -> Answer {
        do throws(SDKError) { return try Answer(body) } catch { throw error.of(.unknown, endpoint) }
    }

    /// The fields of PINs, each encrypted on its own. Throws `SDKError.encryption` without a key.
    func encrypted(_ pins: [(field: WalletField, pin: Secret)]) throws(SDKError) -> [FormBody.Entry] {
        let config = api.config
        guard let encryptor = config.encryptor else { throw .encryption("There is no key to encrypt PINs with.") }
        var entries: [FormBody.Entry] = []
        for (field, pin) in pins {
            entries.append(FormBody.Entry(field, try encryptor.encrypt(pin, padding: config.environment.pinPadding)))
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
    package func clientVerification(clientId: String, clientSecret: Secret) async throws(SDKError) -> TokenResponse {
        let form = FormBody([
            FormBody.Entry(.grantType, WalletField.clientCredentials), FormBody.Entry(.clientID, clientId),
            // Text for the moment in which the form is written.
            FormBody.Entry(.clientSecret, APIHandler.text(clientSecret)),
        ])
        let token = try TokenResponse(try await api.post(.clientToken, form: form))
        storage.keep(token)
        return token
    }
}

/// The repository over the network, by the seed's name.
package typealias CashBabaRepositoryImpl = WebServiceHandler

extension WebServiceHandler {
    /// The calls of `service`, for code that makes the repository of the published SDK.
    package convenience init(service: WebServiceHandler) { self.init(api: service.api, storage: service.storage) }
}

/// What is known of one-time codes.
enum OTPRules {
    static let digits = 6
}
