public import JourneyBase

extension CashBabaSDK {
    /// Sends a code for setting a PIN; also for sending another one.
    public func getSetPinOTP(wToken: HostSecret? = nil) async throws(SDKError) -> OtpSendResponse {
        try await call(wToken) { calls throws(SDKError) in try await calls.getSetPinOTP() }
    }

    /// Confirms that code: six digits of any script.
    func verifySetPinOTP(otp: String, wToken: HostSecret? = nil) async throws(SDKError) -> BaseResponse {
        try await call(wToken) { calls throws(SDKError) in try await calls.verifySetPinOTP(otp: otp) }
    }

    /// Sets the PIN that the code has permitted.
    public func setPIN(pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil) async throws(SDKError)
        -> BaseResponse
    {
        try await call(wToken) { calls throws(SDKError) in try await calls.setPIN(pin: pin, confirmPin: confirmPin) }
    }

    /// What a PIN has to be, in words of both languages.
    public func getPinRules(wToken: HostSecret? = nil) async throws(SDKError) -> PinRulesResponse {
        try await call(wToken) { calls throws(SDKError) in try await calls.getPinRules() }
    }

    /// Changes the PIN.
    func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil)
        async throws(SDKError) -> BaseResponse
    {
        try await call(wToken) { calls throws(SDKError) in
            try await calls.changePIN(oldPin: oldPin, pin: pin, confirmPin: confirmPin)
        }
    }

    /// Begins a reset and sends a code. The identity number's last four digits; the date as `yyyy-MM-dd`.
    func forgotPIN(nationalId: String, dateOfBirth: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> BaseResponse
    {
        try await call(wToken) { calls throws(SDKError) in
            try await calls.forgotPIN(nationalId: nationalId, dateOfBirth: dateOfBirth)
        }
    }

    /// Confirms the reset's code, and keeps the reset's identifier.
    func forgotPinOTPVerify(otp: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> ForgetPinVerifyResponse
    {
        try await call(wToken) { calls throws(SDKError) in try await calls.forgotPinOTPVerify(otp: otp) }
    }

    /// Sends another code for the reset.
    func forgotPinOTPResend(wToken: HostSecret? = nil) async throws(SDKError) -> BaseResponse {
        try await call(wToken) { calls throws(SDKError) in try await calls.forgotPinOTPResend() }
    }

    /// Sets the PIN that the reset has permitted.
    func resetPIN(identifier: String, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil)
        async throws(SDKError) -> BaseResponse
    {
        try await call(wToken) { calls throws(SDKError) in
            try await calls.resetPIN(identifier: identifier, pin: pin, confirmPin: confirmPin)
        }
    }
}
