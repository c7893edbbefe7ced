public import JourneyBase

extension CashBabaSDK {
    /// Sends a code for setting a PIN; also for sending another one.
    public func getSetPinOTP(wToken: HostSecret? = nil) async throws(SDKError) -> OtpSendResponse {
        try await calls(wToken).getSetPinOTP()
    }

    /// Confirms that code: six digits of any script.
    func verifySetPinOTP(otp: String, wToken: HostSecret? = nil) async throws(SDKError) -> BaseResponse {
        try await calls(wToken).verifySetPinOTP(otp: otp)
    }

    /// Sets the PIN that the code has permitted.
    public func setPIN(pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil) async throws(SDKError)
        -> BaseResponse
    {
        try await calls(wToken).setPIN(pin: pin, confirmPin: confirmPin)
    }

    /// What a PIN has to be, in words of both languages.
    public func getPinRules(wToken: HostSecret? = nil) async throws(SDKError) -> PinRulesResponse {
        try await calls(wToken).getPinRules()
    }

    /// Changes the PIN.
    func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil)
        async throws(SDKError) -> BaseResponse
    {
        try await calls(wToken).changePIN(oldPin: oldPin, pin: pin, confirmPin: confirmPin)
    }

    /// Begins a reset and sends a code. The identity number's last four digits; the date as `yyyy-MM-dd`.
    func forgotPIN(nationalId: String, dateOfBirth: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> BaseResponse
    {
        try await calls(wToken).forgotPIN(nationalId: nationalId, dateOfBirth: dateOfBirth)
    }

    /// Confirms the reset's code, and keeps the reset's identifier.
    func forgotPinOTPVerify(otp: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> ForgetPinVerifyResponse
    {
        try await calls(wToken).forgotPinOTPVerify(otp: otp)
    }

    /// Sends another code for the reset.
    func forgotPinOTPResend(wToken: HostSecret? = nil) async throws(SDKError) -> BaseResponse {
        try await calls(wToken).forgotPinOTPResend()
    }

    /// Sets the PIN that the reset has permitted.
    func resetPIN(identifier: String, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil)
        async throws(SDKError) -> BaseResponse
    {
        try await calls(wToken).resetPIN(identifier: identifier, pin: pin, confirmPin: confirmPin)
    }
}
