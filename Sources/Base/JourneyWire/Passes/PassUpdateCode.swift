package typealias PassUpdateCode = RefusalCode<PassUpdateContract>

/// The codes of the pass web service; `docs/reference/pass-updates.md` has the table.
extension RefusalCode<PassUpdateContract> {
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is not as it has to be.") }
    /// Also for a pass that there is not: whoever guesses learns nothing.
    package static var tokenInvalid: Self {
        Self(401, "TOKEN_INVALID", "The pass's own authentication token is needed.")
    }
    package static var notPersonalizable: Self {
        Self(404, "PASS_UNKNOWN", "There is no such pass that asks for anything.")
    }
    package static var personalized: Self {
        Self(409, "PASS_PERSONALIZED", "The pass was personalised with another token.")
    }
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "Only plain application/json is taken here.")
    }
    package static var tooManyDevices: Self {
        Self(429, "TOO_MANY_DEVICES", "The pass is on as many devices as it may be.")
    }
    package static var tooManyPasses: Self {
        Self(429, "TOO_MANY_PASSES", "The device has as many passes of this type as it may have.")
    }
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many messages at this time.") }
}
