import JourneyBase

extension WebServiceHandler {
    func getSetPinOTP() async throws(SDKError) -> OtpSendResponse {
        try response(try await api.post(.setPinOTP), .setPinOTP)
    }

    func verifySetPinOTP(otp: String) async throws(SDKError) -> BaseResponse {
        let form = FormBody([try code(otp, .setPinOTPVerify)])
        return try base(try await api.post(.setPinOTPVerify, form: form), .setPinOTPVerify)
    }

    func setPIN(pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        let form = FormBody(try encrypted([("Pin", pin), ("ConfirmPin", confirmPin)]))
        return try base(try await api.post(.setPin, form: form), .setPin)
    }

    func getPinRules() async throws(SDKError) -> PinRulesResponse {
        try response(try await api.get(.pinRules), .pinRules)
    }

    func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        let form = FormBody(try encrypted([("OldPin", oldPin), ("Pin", pin), ("ConfirmPin", confirmPin)]))
        return try base(try await api.post(.changePin, form: form), .changePin)
    }

    /// `nationalId` is its last four digits, `dateOfBirth` is `yyyy-MM-dd`.
    func forgotPIN(nationalId: String, dateOfBirth: String) async throws(SDKError) -> BaseResponse {
        guard let digits = Digits.ascii(nationalId), digits.utf8.count == 4 else {
            throw .invalidInput("The last four digits of the national identity number are asked for.")
        }
        guard let day = BirthDate(dateOfBirth) else { throw .invalidInput("A date is written yyyy-MM-dd.") }
        let form = FormBody([FormBody.Entry("NationalId", digits), FormBody.Entry("DateOfBirth", day.text)])
        return try base(try await api.post(.forgotPin, form: form), .forgotPin)
    }

    /// Keeps the identifier of the reset, which `resetPIN` hands in.
    func forgotPinOTPVerify(otp: String) async throws(SDKError) -> ForgetPinVerifyResponse {
        let form = FormBody([try code(otp, .forgotPinOTPVerify)])
        let body = try await api.post(.forgotPinOTPVerify, form: form)
        let answer: ForgetPinVerifyResponse = try response(body, .forgotPinOTPVerify)
        storage.forgetPinIdentifier = answer.data.identifier
        return answer
    }

    func forgotPinOTPResend() async throws(SDKError) -> BaseResponse {
        try base(try await api.post(.forgotPinOTPResend), .forgotPinOTPResend)
    }

    func resetPIN(identifier: String, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        guard !identifier.isEmpty else { throw .invalidInput("A reset has an identifier.") }
        let form = FormBody(
            [FormBody.Entry("Identifier", identifier)] + (try encrypted([("Pin", pin), ("ConfirmPin", confirmPin)])))
        return try base(try await api.post(.resetPin, form: form), .resetPin)
    }
}
