package typealias PassUpdateCode = RefusalCode<PassUpdateContract>

/// The refusal codes of the pass web service, as listed in `docs/reference/pass-updates.md`.
extension RefusalCode<PassUpdateContract> {
    /// Next step: Correct the request as `docs/reference/pass-updates.md` describes.
    package static var requestInvalid: Self { Self(400, "REQUEST_INVALID", "The request is invalid.") }
    /// Also for an unknown pass, so that guessing serial numbers reveals nothing.
    ///
    /// Next step: Send `Authorization: ApplePass` with the token of the pass.
    package static var tokenInvalid: Self {
        Self(401, "TOKEN_INVALID", "The pass's authentication token is required.")
    }
    /// Next step: Check the serial number, and that the pass's template asks for personal data.
    package static var notPersonalizable: Self {
        Self(404, "PASS_UNKNOWN", "No pass with this serial number can be personalised.")
    }
    /// Next step: Issue a new pass.
    package static var personalized: Self {
        Self(409, "PASS_PERSONALIZED", "The pass was already personalised with another token.")
    }
    /// Next step: Send `Content-Type: application/json` and no `Content-Encoding`.
    package static var unsupportedType: Self {
        Self(415, "UNSUPPORTED_TYPE", "The request body must be application/json without a content encoding.")
    }
    /// Next step: Remove the pass from another device first.
    package static var tooManyDevices: Self {
        Self(429, "TOO_MANY_DEVICES", "The pass is registered on the maximum number of devices.")
    }
    /// Next step: Remove a pass of this type from the device first.
    package static var tooManyPasses: Self {
        Self(429, "TOO_MANY_PASSES", "The device has the maximum number of passes of this type.")
    }
    /// Next step: Wait for as long as `Retry-After` says.
    package static var rateLimited: Self { Self(429, "RATE_LIMITED", "Too many messages; retry later.") }
}
