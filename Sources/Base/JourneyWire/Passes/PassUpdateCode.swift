package typealias PassUpdateCode = RefusalCode<PassUpdateContract>

/// The refusal codes of the pass web service, as listed in `docs/reference/pass-updates.md`.
extension RefusalCode<PassUpdateContract> {
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is invalid.") }
    /// Also for an unknown pass, so that guessing serial numbers reveals nothing.
    package static var tokenInvalid: Self {
        Self(401, "TOKEN_INVALID", "The pass's authentication token is required.")
    }
    package static var notPersonalizable: Self {
        Self(404, "PASS_UNKNOWN", "No pass with this serial number can be personalised.")
    }
    package static var personalized: Self {
        Self(409, "PASS_PERSONALIZED", "The pass was already personalised with another token.")
    }
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "The request body must be application/json without a content encoding.")
    }
    package static var tooManyDevices: Self {
        Self(429, "TOO_MANY_DEVICES", "The pass is registered on the maximum number of devices.")
    }
    package static var tooManyPasses: Self {
        Self(429, "TOO_MANY_PASSES", "The device has the maximum number of passes of this type.")
    }
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many messages; retry later.") }
}
