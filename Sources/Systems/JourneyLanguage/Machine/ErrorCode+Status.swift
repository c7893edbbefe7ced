package import JourneyBase

extension ErrorCode {
    /// Creates the code of a response with the HTTP status `status`; `nil` for a status of 200 to 299.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - spoken: The code that the bank gave in the body of a response with a status of 400 to 499, if it is one that counts.
    ///   - hadKey: `true` if the request carried an idempotency key.
    package init?(status: Int, spoken: ErrorCode?, hadKey: Bool) {
        switch status {
        case 200...299: return nil
        case 400...499 where spoken != nil: self = spoken ?? .unknown
        case 401, 403: self = .authExpired
        case 408: self = .netTimeout
        case 409 where hadKey: self = .idempotentReplay
        case 400, 422: self = .validationFail
        case 429: self = .rateLimited
        case 500...599: self = .serverError
        default: self = .unknown
        }
    }
}
