public import JourneyBase

extension HTTPResponse {
    /// No response at all: the server closes the connection. For services that play a network that loses answers.
    public static var withheld: HTTPResponse { HTTPResponse(status: 0) }

    /// `true` if this is `withheld`.
    public var isWithheld: Bool { status == 0 }
}
