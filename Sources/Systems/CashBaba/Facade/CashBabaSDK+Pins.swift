public import JourneyBase

extension CashBabaSDK {
    /// Sends a one-time code for setting a PIN. Call it again to send another code.
    ///
    /// - Parameter wToken: The wallet's token for this and later calls; `nil` keeps the current one.
    /// - Returns: The service's acknowledgement, with the code's expiry.
    /// - Throws: `SDKError` if the call fails.
    public func getSetPinOTP(wToken: HostSecret? = nil) async throws(SDKError) -> OtpSendResponse {
        try await calls(wToken).getSetPinOTP()
    }

    /// Verifies the code for setting a PIN: six digits of any script.
    func verifySetPinOTP(otp: String, wToken: HostSecret? = nil) async throws(SDKError) -> BaseResponse {
        try await calls(wToken).verifySetPinOTP(otp: otp)
    }

    /// Sets the PIN after the code was verified.
    ///
    /// - Parameters:
    ///   - pin: The new PIN.
    ///   - confirmPin: The new PIN, typed again.
    ///   - wToken: The wallet's token for this and later calls; `nil` keeps the current one.
    /// - Returns: The service's acknowledgement.
    /// - Throws: `SDKError.encryption` if a PIN cannot be encrypted; another `SDKError` if the call fails.
    public func setPIN(pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil) async throws(SDKError)
        -> BaseResponse
    {
        try await calls(wToken).setPIN(pin: pin, confirmPin: confirmPin)
    }

    /// Returns the service's rules for PINs, as texts in both of its languages.
    ///
    /// - Parameter wToken: The wallet's token for this and later calls; `nil` keeps the current one.
    /// - Returns: The rules.
    /// - Throws: `SDKError` if the call fails.
    public func getPinRules(wToken: HostSecret? = nil) async throws(SDKError) -> PinRulesResponse {
        try await calls(wToken).getPinRules()
    }

    /// Changes the PIN.
    func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil)
        async throws(SDKError) -> BaseResponse
    {
        try await calls(wToken).changePIN(oldPin: oldPin, pin: pin, confirmPin: confirmPin)
    }

    /// Starts a PIN reset and sends a code. `nationalId` is its last four digits, `dateOfBirth` is `yyyy-MM-dd`.
    func forgotPIN(nationalId: String, dateOfBirth: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> BaseResponse
    {
        try await calls(wToken).forgotPIN(nationalId: nationalId, dateOfBirth: dateOfBirth)
    }

    /// Verifies the code of a PIN reset, and stores the reset's identifier.
    func forgotPinOTPVerify(otp: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> ForgetPinVerifyResponse
    {
        try await calls(wToken).forgotPinOTPVerify(otp: otp)
    }

    /// Sends another code for a PIN reset.
    func forgotPinOTPResend(wToken: HostSecret? = nil) async throws(SDKError) -> BaseResponse {
        try await calls(wToken).forgotPinOTPResend()
    }

    /// Sets the new PIN of a verified reset.
    func resetPIN(identifier: String, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil)
        async throws(SDKError) -> BaseResponse
    {
        try await calls(wToken).resetPIN(identifier: identifier, pin: pin, confirmPin: confirmPin)
    }
}
