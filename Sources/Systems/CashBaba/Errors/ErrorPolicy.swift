import JourneyBase

/// What becomes of an exchange: the one place that says so, for every call and every shape of body.
///
/// HTTP 200 and 201 are success, unless the body has a `code` that is neither. 401, 444, 500 and 501 close the SDK; any other
/// status, and silence, are told where the call was made. A binding call whose answer is lost or cannot be read leaves doubt.
enum ErrorPolicy {
    static let successes: Set<Int> = [200, 201]
    static let fatal: Set<Int> = [401, 444, 500, 501]

    /// What an answer may be: 256 KiB, eight levels deep.
    static let limits = JSONLimits(bytes: 256 * 1_024, depth: 8, values: 8_192)

    /// The body of a success. Throws what the answer means otherwise.
    static func body(of response: HTTPResponse, to endpoint: Endpoint) throws(SDKError) -> JSONValue {
        guard successes.contains(response.status) else { throw failure(response, to: endpoint) }
        do throws(SDKError) {
            guard let body = try? JSONReader.read(response.body, limits: limits), case .object(let members) = body
            else { throw .decode("The answer is no JSON object.") }
            if let code = try ResponseMembers(members).whole("code"), !successes.contains(code) {
                throw .refused(code, ServiceText.joined(members))
            }
            return body
        } catch {
            // A refusal is an answer; what cannot be read is none.
            throw error.title == "ServiceError" ? error : doubtful(error, endpoint)
        }
    }

    /// What a transport's error means.
    static func failure(_ error: any Error, to endpoint: Endpoint) -> SDKError {
        guard let error = error as? JourneyError else {
            return doubtful(error is CancellationError ? .cancelled : .network(), endpoint)
        }
        switch error.code {
        // Nothing was sent.
        case .notInitialized: return .notInitialized
        case .pinningFail: return .network("The server's key is not the one that is expected.", code: .pinningFail)
        case .validationFail: return .invalidInput("The request holds what cannot be sent.")
        case .responseTooLarge: return doubtful(.decode("The answer is longer than it may be."), endpoint)
        case .netTimeout: return doubtful(.network("The service did not answer in time.", code: .netTimeout), endpoint)
        default: return doubtful(.network(code: error.code), endpoint)
        }
    }

    private static func failure(_ response: HTTPResponse, to endpoint: Endpoint) -> SDKError {
        let body = try? JSONReader.read(response.body, limits: limits)
        let text = body?.object.flatMap(ServiceText.first)
        let error: SDKError =
            switch response.status {
            case 401: .unauthorized(text)
            case let status where fatal.contains(status): .server(text, status: status)
            default: .http(response.status, text)
            }
        // The service, or what stands before it, may have failed after the work was done.
        return response.status >= 500 || response.status == 408 ? doubtful(error, endpoint) : error
    }

    static func doubtful(_ error: SDKError, _ endpoint: Endpoint) -> SDKError {
        var error = error
        error.leavesDoubt = endpoint.isBinding
        return error
    }
}

/// What the service says to the person, made safe to show.
enum ServiceText {
    /// The most characters that are shown.
    static let limit = 300

    /// The first message, else the details.
    static func first(_ members: [String: JSONValue]) -> String? {
        members["messages"]?.array?.lazy.compactMap(\.string).compactMap(clean).first ?? details(members)
    }

    /// All messages, else the details.
    static func joined(_ members: [String: JSONValue]) -> String? {
        let texts = members["messages"]?.array?.compactMap(\.string) ?? []
        return clean(texts.joined(separator: ", ")) ?? details(members)
    }

    private static func details(_ members: [String: JSONValue]) -> String? { members["details"]?.string.flatMap(clean) }

    /// One line without control characters and without marks that turn the direction of what follows; `nil` when nothing is
    /// left.
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
