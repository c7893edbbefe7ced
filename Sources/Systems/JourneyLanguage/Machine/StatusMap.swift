package import Foundation
package import JourneyBase
internal import JourneyWire

/// Maps HTTP responses to the error codes of the partner API.
package enum StatusMap {
    /// Returns the error for `response`, or `nil` for a status of 200 to 299. An unsound body is ignored.
    package static func error(
        of response: HTTPResponse, operation: String, hadKey: Bool, now: Date, isBodySound: Bool = true
    ) -> JourneyError? {
        guard !(200...299).contains(response.status) else { return nil }
        let spoken = isBodySound ? spoken(by: response) : nil
        guard let code = ErrorCode(status: response.status, spoken: spoken, hadKey: hadKey) else { return nil }
        let rest = isBodySound ? "." : ", and its body does not match the declared schema."
        let message = "\(operation) returned HTTP status \(response.status)\(rest)"
        return JourneyError(code, message, recovery: recovery(of: code, response, now: now))
    }

    private static func recovery(of code: ErrorCode, _ response: HTTPResponse, now: Date) -> JourneyError.Recovery {
        switch code {
        case .authExpired: .restart
        case .netTimeout: .retry(after: .seconds(1))
        case .rateLimited, .serverError: .retry(after: response.headers.retryAfter(now: now) ?? .seconds(1))
        default: .giveUp
        }
    }

    /// Codes without a status of their own; the bank sends them as `code` in a JSON body (an extension member of RFC 9457).
    private static let inBody: Set<ErrorCode> = [.scaRequired, .scaInvalid, .complianceHold, .moreInfo]

    private static func spoken(by response: HTTPResponse) -> ErrorCode? {
        guard let code = problem(response)?.code.map({ ErrorCode(rawValue: $0) }) else { return nil }
        return inBody.contains(code) ? code : nil
    }

    private static let limits = JSONLimits(bytes: 16_384, depth: 8, values: 512)

    /// Returns the problem in an error response's body (RFC 9457): strict JSON of up to 16 KiB. `application/json` is accepted
    /// too.
    package static func problem(_ response: HTTPResponse) -> CallProblem? {
        let types = response.headers.values(of: "Content-Type").map {
            $0.prefix { $0 != ";" && $0 != " " }.lowercased()
        }
        guard types == [ProblemBody.mediaType] || types == ["application/json"],
            let body = try? JSONReader.read(response.body, limits: limits)
        else { return nil }
        return CallProblem(body)
    }
}
