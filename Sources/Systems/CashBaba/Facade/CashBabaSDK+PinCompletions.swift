public import JourneyBase

/// The calls for hosts that take completions, which are called on the main actor.
extension CashBabaSDK {
    public func getSetPinOTP(wToken: HostSecret? = nil, completion: @escaping Completion<OtpSendResponse>) {
        complete(completion) { () throws(SDKError) in try await self.getSetPinOTP(wToken: wToken) }
    }

    public func verifySetPinOTP(otp: String, wToken: HostSecret? = nil, completion: @escaping Completion<BaseResponse>)
    {
        complete(completion) { () throws(SDKError) in try await self.verifySetPinOTP(otp: otp, wToken: wToken) }
    }

    public func setPIN(
        pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil, completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.setPIN(pin: pin, confirmPin: confirmPin, wToken: wToken)
        }
    }

    public func getPinRules(wToken: HostSecret? = nil, completion: @escaping Completion<PinRulesResponse>) {
        complete(completion) { () throws(SDKError) in try await self.getPinRules(wToken: wToken) }
    }

    public func changePIN(
        oldPin: Secret, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.changePIN(oldPin: oldPin, pin: pin, confirmPin: confirmPin, wToken: wToken)
        }
    }

    public func forgotPIN(
        nationalId: String, dateOfBirth: String, wToken: HostSecret? = nil,
        completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.forgotPIN(nationalId: nationalId, dateOfBirth: dateOfBirth, wToken: wToken)
        }
    }

    public func forgotPinOTPVerify(
        otp: String, wToken: HostSecret? = nil, completion: @escaping Completion<ForgetPinVerifyResponse>
    ) {
        complete(completion) { () throws(SDKError) in try await self.forgotPinOTPVerify(otp: otp, wToken: wToken) }
    }

    public func forgotPinOTPResend(wToken: HostSecret? = nil, completion: @escaping Completion<BaseResponse>) {
        complete(completion) { () throws(SDKError) in try await self.forgotPinOTPResend(wToken: wToken) }
    }

    public func resetPIN(
        identifier: String, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion) { () throws(SDKError) in
            try await self.resetPIN(identifier: identifier, pin: pin, confirmPin: confirmPin, wToken: wToken)
        }
    }
}
