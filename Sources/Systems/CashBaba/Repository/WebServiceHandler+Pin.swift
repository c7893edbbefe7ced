package import JourneyBase
import JourneyWire

extension WebServiceHandler {
    package func getSetPinOTP() async throws(SDKError) -> OtpSendResponse {
        try await call(.setPinOTP)
    }

    package func verifySetPinOTP(otp: String) async throws(SDKError) -> BaseResponse {
        try await call(.setPinOTPVerify, [code(otp, .setPinOTPVerify)])
    }

    package func setPIN(pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        try await call(.setPin, encrypted([(.pin, pin), (.confirmPin, confirmPin)]))
    }

    package func getPinRules() async throws(SDKError) -> PinRulesResponse {
        try await call(.pinRules)
    }

    package func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        try await call(.changePin, encrypted([(.oldPin, oldPin), (.pin, pin), (.confirmPin, confirmPin)]))
    }

    /// Starts a PIN reset. `nationalId` is its last four digits, `dateOfBirth` is `yyyy-MM-dd`.
    package func forgotPIN(nationalId: String, dateOfBirth: String) async throws(SDKError) -> BaseResponse {
        guard let digits = Digits.ascii(nationalId), digits.utf8.count == 4 else {
            throw .invalidInput("nationalId must be the last four digits of the national identity number.")
        }
        guard let day = CalendarDay(dateOfBirth) else {
            throw .invalidInput("dateOfBirth must be a date as yyyy-MM-dd.")
        }
        return try await call(
            .forgotPin, [FormBody.Entry(.nationalID, digits), FormBody.Entry(.dateOfBirth, day.text)])
    }

    /// Verifies the code of a PIN reset and stores the reset's identifier for `resetPIN`.
    package func forgotPinOTPVerify(otp: String) async throws(SDKError) -> ForgetPinVerifyResponse {
        let answer: ForgetPinVerifyResponse = try await call(.forgotPinOTPVerify, [code(otp, .forgotPinOTPVerify)])
        storage.forgetPinIdentifier = answer.data.identifier
        return answer
    }

    package func forgotPinOTPResend() async throws(SDKError) -> BaseResponse {
        try await call(.forgotPinOTPResend)
    }

    package func resetPIN(identifier: String, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        guard !identifier.isEmpty else { throw .invalidInput("The identifier of the PIN reset is empty.") }
        return try await call(
            .resetPin,
            [FormBody.Entry(.identifier, identifier)] + encrypted([(.pin, pin), (.confirmPin, confirmPin)]))
    }
}
