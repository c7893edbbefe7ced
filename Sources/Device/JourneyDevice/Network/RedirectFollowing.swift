import JourneyBase

/// Follows redirects as the options say, for adapters that follow none by themselves.
enum RedirectFollowing {
    /// The response to `request` after the redirects that `options` allow. `one` makes one exchange. All of them together
    /// have the time that the options give.
    static func response(
        to request: HTTPRequest, options: HTTPOptions,
        one: (HTTPRequest, HTTPOptions) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var response = try await one(request, options)
        // Most exchanges end here, without a clock being asked.
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
                // The request itself was sent, and the server that answered it with a redirect may have done it.
                error.requestFate = .unknown
                throw error
            }
            response.trace?.redirects = hops
            request = next
        }
        return response
    }
}
