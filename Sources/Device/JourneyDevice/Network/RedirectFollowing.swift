import JourneyBase

/// Follows redirects as the options say, for transports that follow none themselves.
enum RedirectFollowing {
    /// Returns the response to `request` after the redirects that `options` allow. `one` makes one exchange. All exchanges
    /// together have the time limit of the options.
    static func response(
        to request: HTTPRequest, options: HTTPOptions,
        one: (HTTPRequest, HTTPOptions) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var response = try await one(request, options)
        // Most exchanges end here, without reading the clock.
        guard (300..<400).contains(response.status), options.redirects != .refuse else { return response }
        let spent = response.trace?.total ?? .zero
        let deadline = HTTPDeadline(after: options.timeout - spent, clock: ContinuousClock())
        var request = request
        var hops = 0
        while let next = options.redirects.next(after: request, response: response, hops: hops) {
            response.stream?.cancel()
            hops += 1
            do {
                response = try await one(next, deadline.cut(options))
            } catch var error as JourneyError {
                // The original request was sent, and the server may have executed it before redirecting.
                error.requestFate = .unknown
                throw error
            }
            response.trace?.redirects = hops
            request = next
        }
        return response
    }
}
