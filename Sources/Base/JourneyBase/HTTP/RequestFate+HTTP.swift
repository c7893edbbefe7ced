extension RequestFate {
    /// Derives the fate of a request from its response.
    ///
    /// A server or proxy may answer 408 or 5xx after the work was done, and 303 says that it was (RFC 9110, section 15.4.4). So
    /// these statuses, and all redirects, decide nothing about a request that changes something.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - status: The HTTP status of the response.
    public init(of method: HTTPMethod, status: Int) {
        let isSafe = [.get, .head, .options].contains(method)
        let isUndecided = (300...399).contains(status) || status == 408 || status >= 500
        self = !isSafe && isUndecided ? .unknown : .answered
    }
}
