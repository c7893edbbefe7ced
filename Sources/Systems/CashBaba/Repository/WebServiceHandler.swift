package import JourneyBase
import JourneyWire

/// Makes the calls over the network: composes their bodies and reads the responses. PINs are encrypted here and nowhere else.
package final class WebServiceHandler: CashBabaRepository {
    let api: APIHandler
    let storage: CBSDKDataStorage

    package init(api: APIHandler, storage: CBSDKDataStorage) {
        self.api = api
        self.storage = storage
    }

    /// Makes a call with `form`, or with a reference in its path, and reads the response.
    func call<Answer: ServiceAnswer>(
        _ endpoint: Endpoint, _ form: [FormBody.Entry] = [], reference: String? = nil
    ) async throws(SDKError) -> Answer {
        let body =
            endpoint.shape == .get
            ? try await api.get(endpoint, reference: reference)
            : try await api.post(endpoint, form: FormBody(form))
        return try answer(body, to: endpoint)
    }

    /// Reads a response. If it cannot be read, the outcome of a binding call is unknown.
    func answer<Answer: ServiceAnswer>(_ body: JSONValue, to endpoint: Endpoint) throws(SDKError) -> Answer {
        do throws(SDKError) { return try Answer(body) } catch { throw error.of(.unknown, endpoint) }
    }

    /// Returns the fields of PINs, each encrypted separately. Throws `SDKError.encryption` without a key.
    func encrypted(_ pins: [(field: WalletField, pin: Secret)]) throws(SDKError) -> [FormBody.Entry] {
        let config = api.config
        guard let encryptor = config.encryptor else {
            throw .encryption("The key that encrypts PINs is missing. Pass it to initialize.")
        }
        var entries: [FormBody.Entry] = []
        for (field, pin) in pins {
            entries.append(FormBody.Entry(field, try encryptor.encrypt(pin, padding: config.environment.pinPadding)))
        }
        return entries
    }

    /// Returns the field of a one-time code: six ASCII digits, converted from any script.
    func code(_ otp: String, _ endpoint: Endpoint) throws(SDKError) -> FormBody.Entry {
        guard let digits = Digits.ascii(otp), digits.utf8.count == OTPRules.digits else {
            throw .invalidInput("A code has \(OTPRules.digits) digits.")
        }
        return FormBody.Entry(api.config.environment.paths.otpField(of: endpoint), digits)
    }

    /// Requests a token, which later calls carry.
    package func clientVerification(clientId: String, clientSecret: Secret) async throws(SDKError) -> TokenResponse {
        let form = FormBody([
            FormBody.Entry(.grantType, WalletField.clientCredentials), FormBody.Entry(.clientID, clientId),
            // A plain-text copy of the secret exists only while the form is written.
            FormBody.Entry(.clientSecret, APIHandler.text(clientSecret)),
        ])
        let token = try TokenResponse(try await api.post(.clientToken, form: form))
        storage.store(token)
        return token
    }
}

/// The repository over the network, under the seed's name.
package typealias CashBabaRepositoryImpl = WebServiceHandler

extension WebServiceHandler {
    /// Creates a repository that makes the calls of `service`, as the published SDK does.
    ///
    /// - Parameter service: The service handler.
    package convenience init(service: WebServiceHandler) { self.init(api: service.api, storage: service.storage) }
}

/// The rules for one-time codes.
enum OTPRules {
    static let digits = 6
}
