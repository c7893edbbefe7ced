import JourneyBase
import JourneyWire

/// Interprets the result of an exchange, for every call and every shape of body.
///
/// HTTP 200 and 201 are success, unless the body has another `code`. 401, 444, 500 and 501 close the SDK. Other statuses, and
/// missing responses, are thrown to the caller. `RequestFate` decides whether a binding call may have taken effect.
enum ErrorPolicy {
    static let successes: Set<Int> = [200, 201]
    static let fatal: Set<Int> = [401, 444, 500, 501]

    /// The limits of a response: 256 KiB, eight levels deep.
    static let limits = JSONLimits(bytes: 256 * 1_024, depth: 8, values: 8_192)

    /// Returns the body of a success. Throws the error that the response means otherwise.
    static func body(of response: HTTPResponse, to endpoint: Endpoint) throws(SDKError) -> JSONValue {
        guard successes.contains(response.status) else { throw failure(response, to: endpoint) }
        do throws(SDKError) {
            guard let body = try? JSONReader.read(response.body, limits: limits), body.object != nil
            else { throw .decode("The response to the call \(endpoint.rawValue) is not a JSON object.") }
            if let code = try WalletReplyCode(answer: body).code, !successes.contains(code) {
                var error = SDKError.refused(code, ServiceText.joined(body)).of(fate(of: code), endpoint)
                error.earlierPayment = earlierPayment(in: body, code: code, of: endpoint)
                throw error
            }
            return body
        } catch {
            // A refusal is an answer; an unreadable response leaves the outcome unknown.
            throw error.title == "ServiceError" ? error : error.of(.unknown, endpoint)
        }
    }

    /// Returns the error that a transport's error means.
    static func failure(_ error: any Error, to endpoint: Endpoint) -> SDKError {
        guard let error = error as? JourneyError else {
            let meaning: SDKError = error is CancellationError ? .cancelled : .network()
            return meaning.of(RequestFate(of: error), endpoint)
        }
        let meaning: SDKError =
            switch error.code {
            case .notInitialized: .notInitialized
            case .pinningFail: .network("The server's key does not match the pins.", code: .pinningFail)
            case .validationFail: .invalidInput("The request has characters that cannot be sent.")
            case .responseTooLarge: .decode("The response is larger than \(limits.bytes) bytes.")
            case .netTimeout: .network("The service did not respond in time.", code: .netTimeout)
            default: .network(code: error.code)
            }
        // Pins are checked in the handshake, before any transport sends the request.
        let isBeforeSending = error.requestFate == nil && [.notInitialized, .pinningFail].contains(error.code)
        return meaning.of(isBeforeSending ? .notSent : RequestFate(of: error), endpoint)
    }

    private static func failure(_ response: HTTPResponse, to endpoint: Endpoint) -> SDKError {
        let body = try? JSONReader.read(response.body, limits: limits)
        let text = body.flatMap(ServiceText.first)
        var error: SDKError =
            switch response.status {
            case 401: .unauthorized(text)
            case let status where fatal.contains(status): .server(text, status: status)
            default: .http(response.status, text)
            }
        error = error.of(fate(of: response.status), endpoint)
        error.earlierPayment = body.flatMap { earlierPayment(in: $0, code: response.status, of: endpoint) }
        return error
    }

    /// Returns the fate of a binding request that was answered with `code`, as a status or in the body.
    ///
    /// A refusal decides it. An undocumented success or redirect does not: the service may have executed the request.
    private static func fate(of code: Int) -> RequestFate {
        (200...399).contains(code) && !successes.contains(code) ? .unknown : RequestFate(of: .post, status: code)
    }

    /// Returns the response if it refuses a second payment and names the first one: 409, with the id of a transaction whose
    /// status is `Authorized`.
    private static func earlierPayment(in body: JSONValue, code: Int, of endpoint: Endpoint) -> JSONValue? {
        guard code == 409, endpoint.isPayment, let data = (try? WalletReplyText(body))?.data?.json,
            let payment = try? WalletEarlierPayment(data), payment.transactionId?.json.string?.isEmpty == false,
            (payment.transactionStatus ?? payment.status)?.json.string == TransactionStatus.authorized.rawValue
        else { return nil }
        return body
    }
}

/// The service's texts for the user, made safe to show.
enum ServiceText {
    /// The maximum number of characters shown.
    static let limit = 300

    /// Returns the first message, else the details.
    static func first(_ body: JSONValue) -> String? {
        let text = try? WalletReplyText(body)
        return text?.messages?.json.array?.lazy.compactMap(\.string).compactMap(clean).first ?? details(text)
    }

    /// Returns all messages, else the details.
    static func joined(_ body: JSONValue) -> String? {
        let text = try? WalletReplyText(body)
        let messages = text?.messages?.json.array?.compactMap(\.string) ?? []
        return clean(messages.joined(separator: ", ")) ?? details(text)
    }

    private static func details(_ text: WalletReplyText?) -> String? { text?.details?.json.string.flatMap(clean) }

    /// Returns one line without control characters and without bidirectional formatting characters; `nil` if nothing remains.
    static func clean(_ text: String) -> String? {
        let turning: Set<UInt32> = [0x200E, 0x200F, 0x61C, 0x2028, 0x2029]
        let scalars = text.unicodeScalars.lazy.filter { scalar in
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !turning.contains(scalar.value)
                && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
        let line = String(String(String.UnicodeScalarView(scalars)).prefix(limit))
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }
}
