public import Foundation

/// Whether and when a request is sent again, for those who have no rules of their own.
public struct HTTPRetry: Hashable, Sendable {
    /// How often it is sent at most, the first time included.
    var tries: Int
    /// The wait before the second try; doubled with each further one.
    var firstWait: Duration
    /// The longest wait. A server that asks for a longer one is not asked again.
    var longestWait: Duration

    package init(tries: Int = 3, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(8)) {
        self.tries = tries
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    /// Sends once.
    package static let never = HTTPRetry(tries: 1)

    /// The wait before try `attempt` + 1, or `nil` when try `attempt` (from 1) was the last. `asked` is the server's
    /// wish; `jitter`, 0 to 1, spreads clients that failed together by up to half of the wait.
    package func wait(after attempt: Int, asked: Duration? = nil, jitter: Double) -> Duration? {
        guard attempt >= 1, attempt < tries else { return nil }
        let own = min(longestWait, firstWait * (1 << min(attempt - 1, 16)))
        if let asked, asked > longestWait { return nil }
        return max(own, asked ?? .zero) + own * (min(max(jitter, 0), 1) / 2)
    }
}

extension HTTPTransport {
    /// Sends `request` until it is answered, cannot be, or `deadline` leaves no room for another try.
    ///
    /// A request that the server may get twice (`HTTPOptions.isRepeatable`) is sent again after a lost connection, a
    /// time-out and an answer of 408, 429, 502, 503 or 504. Any other request is sent again only if no byte of it was
    /// written (`RequestFate.notSent`). When there is no further try, the last answer is given as it is. An error states the
    /// fate of all tries together: it is `notSent` only if none of them was sent.
    public func send(
        _ request: HTTPRequest, options: HTTPOptions, retry: HTTPRetry, by deadline: HTTPDeadline,
        random: (Int) -> [UInt8], now: Date = Date()
    ) async throws -> HTTPResponse {
        let mayRepeat = options.mayRepeat(request)
        var attempt = 1
        var wasSent = false
        while true {
            let result = HTTPRetry.told(
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
    /// Whether another try can help.
    static func isUnanswered(_ result: Result<HTTPResponse, any Error>) -> Bool {
        switch result {
        case .success(let response): [408, 429, 502, 503, 504].contains(response.status)
        case .failure(let error as JourneyError): [.netTimeout, .netUnreachable].contains(error.code)
        case .failure: false
        }
    }

    /// The end of the last try, as the end of all of them: what an earlier try may have done is not undone by a later one that
    /// was not sent.
    static func told(
        _ result: Result<HTTPResponse, any Error>, wasSentBefore: Bool
    ) -> Result<HTTPResponse, any Error> {
        guard wasSentBefore, case .failure(var error as JourneyError) = result, error.requestFate == .notSent else {
            return result
        }
        error.requestFate = .unknown
        return .failure(error)
    }

    /// Returns `true` if no byte of the request was written. A body in pieces may be used up all the same, so it never counts.
    static func wasNotSent(_ result: Result<HTTPResponse, any Error>, _ request: HTTPRequest) -> Bool {
        guard case .failure(let error) = result, request.stream == nil else { return false }
        return RequestFate(of: error) == .notSent
    }
}

extension HTTPFields {
    /// `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3); `nil` when there is none that can be read. A date
    /// counts from the answer's own `Date`, because the device's clock is not the server's; without one, from `now`.
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
