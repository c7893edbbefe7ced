public import Foundation

/// A retry policy with exponential backoff, for callers without rules of their own.
public struct HTTPRetry: Hashable, Sendable {
    /// The most attempts, the first one included.
    var tries: Int
    /// The wait before the second attempt. It doubles with each further one.
    var firstWait: Duration
    /// The longest wait. If a server asks for more, no further attempt is made.
    var longestWait: Duration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - tries: The most attempts, the first one included.
    ///   - firstWait: The wait before the second attempt. It doubles with each further one.
    ///   - longestWait: The longest wait.
    public init(tries: Int = 3, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(8)) {
        self.tries = tries
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    /// A policy without retries.
    package static let never = HTTPRetry(tries: 1)

    /// Returns the wait before attempt `attempt` + 1, or `nil` if attempt `attempt` (from 1) was the last.
    ///
    /// `asked` is the server's `Retry-After`. `jitter`, 0 to 1, adds up to half of the wait to spread clients that failed
    /// together.
    package func wait(after attempt: Int, asked: Duration? = nil, jitter: Double) -> Duration? {
        guard attempt >= 1, attempt < tries else { return nil }
        let own = min(longestWait, firstWait * (1 << min(attempt - 1, 16)))
        if let asked, asked > longestWait { return nil }
        return max(own, asked ?? .zero) + own * (min(max(jitter, 0), 1) / 2)
    }
}

extension HTTPTransport {
    /// Sends `request`, with retries, until it is answered, fails for good or `deadline` leaves no room for another attempt.
    ///
    /// A repeatable request (`HTTPOptions.isRepeatable`) is sent again after a lost connection, a timeout and a 408, 429, 502,
    /// 503 or 504. Any other request is sent again only if no byte of it was written (`RequestFate.notSent`). The last response
    /// is returned as it is. An error states the fate of all attempts together: `notSent` only if none was sent.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: The limits of each attempt.
    ///   - retry: The retry policy.
    ///   - deadline: The deadline of all attempts together.
    ///   - random: Returns that many random bytes, for jitter.
    ///   - now: The time from which a `Retry-After` date without a `Date` field counts.
    /// - Returns: The last response, of any status.
    /// - Throws: The last attempt's `JourneyError`; `CancellationError`.
    public func send(
        _ request: HTTPRequest, options: HTTPOptions, retry: HTTPRetry, by deadline: HTTPDeadline,
        random: (Int) -> [UInt8], now: Date = Date()
    ) async throws -> HTTPResponse {
        let mayRepeat = options.mayRepeat(request)
        var attempt = 1
        var wasSent = false
        while true {
            let result = HTTPRetry.combined(
                await outcome(of: request, options: deadline.cut(options)), wasSentBefore: wasSent)
            wasSent = wasSent || !HTTPRetry.wasNotSent(result, request)
            guard HTTPRetry.isUnanswered(result), mayRepeat || HTTPRetry.wasNotSent(result, request) else {
                return try result.get()
            }
            let asked = (try? result.get())?.headers.retryAfter(now: now)
            let jitter = Double(random(1).first ?? 0) / 255
            guard let wait = retry.wait(after: attempt, asked: asked, jitter: jitter), try await deadline.wait(wait)
            else { return try result.get() }
            attempt += 1
        }
    }

    private func outcome(of request: HTTPRequest, options: HTTPOptions) async -> Result<HTTPResponse, any Error> {
        do { return .success(try await send(request, options: options)) } catch { return .failure(error) }
    }
}

extension HTTPRetry {
    /// Returns `true` if another attempt can help.
    static func isUnanswered(_ result: Result<HTTPResponse, any Error>) -> Bool {
        switch result {
        case .success(let response): [408, 429, 502, 503, 504].contains(response.status)
        case .failure(let error as JourneyError): [.netTimeout, .netUnreachable].contains(error.code)
        case .failure: false
        }
    }

    /// Combines the last attempt's result with earlier ones: what an earlier attempt may have done isn't undone by a later one
    /// that wasn't sent.
    static func combined(
        _ result: Result<HTTPResponse, any Error>, wasSentBefore: Bool
    ) -> Result<HTTPResponse, any Error> {
        guard wasSentBefore, case .failure(var error as JourneyError) = result, error.requestFate == .notSent else {
            return result
        }
        error.requestFate = .unknown
        return .failure(error)
    }

    /// Returns `true` if no byte of the request was written. A streamed body may be consumed all the same, so it never counts.
    static func wasNotSent(_ result: Result<HTTPResponse, any Error>, _ request: HTTPRequest) -> Bool {
        guard case .failure(let error) = result, request.stream == nil else { return false }
        return RequestFate(of: error) == .notSent
    }
}

extension HTTPFields {
    /// Reads `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3).
    ///
    /// A date counts from the response's own `Date`, because the device's clock may differ from the server's.
    ///
    /// - Parameter now: The start for a response without `Date`.
    /// - Returns: The wait, or `nil` if the field is missing or invalid.
    package func retryAfter(now: Date) -> Duration? {
        guard let text = self["Retry-After"] else { return nil }
        if (1...9).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit), let seconds = Int(text) {
            return .seconds(seconds)
        }
        guard let moment = HTTPDate.moment(text, now: now) else { return nil }
        let start = self["Date"].flatMap { HTTPDate.moment($0, now: now) } ?? now
        return .seconds(max(0, moment.timeIntervalSince(start)))
    }
}
