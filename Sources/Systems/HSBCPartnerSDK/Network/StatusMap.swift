internal import Foundation
internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWire

/// What an answer's status means, as the partner API names it.
enum StatusMap {
    /// The error for `response`, or `nil` for a status of 200 to 299. Of a body that is not sound, nothing counts.
    static func error(
        of response: HTTPResponse, operation: String, hadKey: Bool, now: Date, isBodySound: Bool = true
    ) -> JourneyError? {
        guard !(200...299).contains(response.status) else { return nil }
        let rest = isBodySound ? "." : ", and its body is not as declared."
        let message = "\(operation) was answered with the status \(response.status)\(rest)"
        let spoken = isBodySound ? spoken(by: response) : nil
        switch response.status {
        case 400...499 where spoken != nil: return JourneyError(spoken ?? .unknown, message)
        case 401, 403: return JourneyError(.authExpired, message, recovery: .restart)
        case 408: return JourneyError(.netTimeout, message, recovery: .retry(after: .seconds(1)))
        case 409 where hadKey: return JourneyError(.idempotentReplay, message)
        case 400, 422: return JourneyError(.validationFail, message)
        case 429:
            return JourneyError(
                .rateLimited, message, recovery: .retry(after: response.headers.retryAfter(now: now) ?? .seconds(1)))
        case 500...599:
            return JourneyError(
                .serverError, message, recovery: .retry(after: response.headers.retryAfter(now: now) ?? .seconds(1)))
        default: return JourneyError(.unknown, message)
        }
    }

    /// Codes that no status stands for; the bank says them in `code` of a JSON body (RFC 9457 leaves room for members of
    /// one's own).
    private static let inBody: Set<ErrorCode> = [.scaRequired, .scaInvalid, .complianceHold, .moreInfo]

    private static func spoken(by response: HTTPResponse) -> ErrorCode? {
        guard let code = problem(response)?.code.map({ ErrorCode(rawValue: $0) }) else { return nil }
        return inBody.contains(code) ? code : nil
    }

    private static let limits = JSONLimits(bytes: 16_384, depth: 8, values: 512)

    /// What the body of an answer that says no says beyond its status: a problem (RFC 9457), in strict JSON, of up to 16
    /// KiB. Of banks that do not name its media type, plain JSON will do.
    static func problem(_ response: HTTPResponse) -> CallProblem? {
        let types = response.headers.values(of: "Content-Type").map {
            $0.prefix { $0 != ";" && $0 != " " }.lowercased()
        }
        guard types == [ProblemBody.mediaType] || types == ["application/json"],
            let body = try? JSONReader.read(response.body, limits: limits)
        else { return nil }
        return CallProblem(body)
    }
}
