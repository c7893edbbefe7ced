public import JourneyBase

extension WebServiceHandler {
    public func getSetPinOTP() async throws(SDKError) -> OtpSendResponse {
        try response(try await api.post(.setPinOTP), .setPinOTP)
    }

    public func verifySetPinOTP(otp: String) async throws(SDKError) -> BaseResponse {
        let form = FormBody([try code(otp, .setPinOTPVerify)])
        return try base(try await api.post(.setPinOTPVerify, form: form), .setPinOTPVerify)
    }

    public func setPIN(pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        let form = FormBody(try encrypted([("Pin", pin), ("ConfirmPin", confirmPin)]))
        return try base(try await api.post(.setPin, form: form), .setPin)
    }

    public func getPinRules() async throws(SDKError) -> PinRulesResponse {
        try response(try await api.get(.pinRules), .pinRules)
    }

    public func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        let form = FormBody(try encrypted([("OldPin", oldPin), ("Pin", pin), ("ConfirmPin", confirmPin)]))
        return try base(try await api.post(.changePin, form: form), .changePin)
    }

    /// `nationalId` is its last four digits, `dateOfBirth` is `yyyy-MM-dd`.
    public func forgotPIN(nationalId: String, dateOfBirth: String) async throws(SDKError) -> BaseResponse {
        guard let digits = Digits.ascii(nationalId), digits.utf8.count == 4 else {
            throw .invalidInput("The last four digits of the national identity number are asked for.")
        }
        guard let day = BirthDate(dateOfBirth) else { throw .invalidInput("A date is written yyyy-MM-dd.") }
        let form = FormBody([FormBody.Entry("NationalId", digits), FormBody.Entry("DateOfBirth", day.text)])
        return try base(try await api.post(.forgotPin, form: form), .forgotPin)
    }

    /// Keeps the identifier of the reset, which `resetPIN` hands in.
    public func forgotPinOTPVerify(otp: String) async throws(SDKError) -> ForgetPinVerifyResponse {
        let form = FormBody([try code(otp, .forgotPinOTPVerify)])
        let body = try await api.post(.forgotPinOTPVerify, form: form)
        let answer: ForgetPinVerifyResponse = try response(body, .forgotPinOTPVerify)
        storage.forgetPinIdentifier = answer.data.identifier
        return answer
    }

    public func forgotPinOTPResend() async throws(SDKError) -> BaseResponse {
        try base(try await api.post(.forgotPinOTPResend), .forgotPinOTPResend)
    }

    public func resetPIN(identifier: String, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        guard !identifier.isEmpty else { throw .invalidInput("A reset has an identifier.") }
        let form = FormBody(
            [FormBody.Entry("Identifier", identifier)] + (try encrypted([("Pin", pin), ("ConfirmPin", confirmPin)])))
        return try base(try await api.post(.resetPin, form: form), .resetPin)
    }
}

/// A day of the calendar that is one, from 1900 on.
struct BirthDate: Hashable, Sendable {
    let text: String

    /// `yyyy-MM-dd`, in digits of any script.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let digits = parts.compactMap { Digits.ascii(String($0)) }
        guard parts.count == 3, digits.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = digits.compactMap { Int($0) }
        guard numbers.count == 3, (1_900...2_200).contains(numbers[0]), (1...12).contains(numbers[1]) else {
            return nil
        }
        let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][numbers[1] - 1]
        guard (1...days).contains(numbers[2]) else { return nil }
        self.text = digits.joined(separator: "-")
    }
}
