public import Foundation

extension Question where Answer == String {
    /// Creates a question for a one-time code.
    ///
    /// - Parameters:
    ///   - digits: The number of digits.
    ///   - destination: The masked recipient of the code, such as `•••• 21`.
    ///   - expires: The time at which the question ends by itself.
    ///   - resendFrom: The time from which another code can be requested, which ends the question with `ScreenExit.resend`. `nil`
    ///     offers no new code.
    ///   - error: A fault to show.
    /// - Returns: The question. Its answer is the code.
    public static func oneTimeCode(
        digits: Int, sentTo destination: String, expires: Date? = nil, resendFrom: Date? = nil, error: String? = nil
    ) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: "one-time-code", title: language(.enterCode), text: language(.codeSentTo(destination)),
                    inlineError: error,
                    body: expires.map { [.countdown(Screen.Countdown(language(.codeRunsOut), ends: $0))] } ?? [],
                    fields: [Screen.Field(id: "code", label: language(.code), kind: .oneTimeCode(digits: digits))],
                    actions: [Screen.Action(id: "confirm", label: language(.confirm))]
                        + (resendFrom.map {
                            [
                                Screen.Action(
                                    id: "resend", label: language(.sendAgain), role: .resend, availableFrom: $0)
                            ]
                        } ?? []) + [.back(language(.back))])
            }, answer: { $0.text("code") })
    }

    /// Creates a question for a date.
    ///
    /// - Parameters:
    ///   - id: The screen's id.
    ///   - title: The title.
    ///   - label: The field's label. In Arabic, it says that the calendar is the Gregorian one.
    ///   - text: A text below the title.
    ///   - error: A fault to show.
    /// - Returns: The question. Its answer is the day as `yyyy-MM-dd`.
    public static func date(
        id: String, title: String, label: String, text: String? = nil, error: String? = nil
    ) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: id, title: title, text: text, inlineError: error,
                    fields: [Screen.Field(id: "date", label: label, kind: .date)],
                    actions: [Screen.Action(id: "continue", label: language(.goOn)), .back(language(.back))])
            }, answer: { $0.text("date").flatMap { CalendarDay(typed: $0)?.text } })
    }

    /// Creates a question for a line of text.
    static func text(id: String, title: String, label: String, text: String? = nil) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: id, title: title, text: text, fields: [Screen.Field(id: "text", label: label, kind: .text)],
                    actions: [Screen.Action(id: "continue", label: language(.goOn)), .back(language(.back))])
            }, answer: { $0.text("text") })
    }
}

extension Question where Answer == Secret {
    /// Creates a question for an existing PIN.
    ///
    /// - Parameters:
    ///   - digits: The number of digits.
    ///   - pad: The order of the keys.
    ///   - title: The title; `nil` for the package's own.
    ///   - text: A text below the title.
    ///   - error: A fault to show.
    /// - Returns: The question. Its answer is the PIN.
    public static func pin(
        digits: Int, pad: Screen.Field.PadKeyOrder = .standard, title: String? = nil, text: String? = nil,
        error: String? = nil
    ) -> Question {
        pin(
            id: "pin", digits: digits, pad: pad, title: { title ?? $0(.enterPIN) }, text: { _ in text },
            error: { _ in error })
    }

    static func pin(
        id: String, digits: Int, pad: Screen.Field.PadKeyOrder, title: @escaping @Sendable (Language) -> String,
        text: @escaping @Sendable (Language) -> String?, error: @escaping @Sendable (Language) -> String?
    ) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: id, title: title(language), text: text(language), inlineError: error(language),
                    fields: [Screen.Field(id: "pin", label: language(.pin), kind: .pin(digits: digits), pad: pad)],
                    actions: [Screen.Action(id: "continue", label: language(.goOn)), .back(language(.back))])
            }, answer: { $0.secret("pin") })
    }

    /// Creates a question for a password or another typed secret.
    static func secret(id: String, title: String, label: String, text: String? = nil) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: id, title: title, text: text, fields: [Screen.Field(id: "secret", label: label, kind: .secret)],
                    actions: [Screen.Action(id: "continue", label: language(.goOn)), .back(language(.back))])
            }, answer: { $0.secret("secret") })
    }
}

extension Presenter {
    /// Asks for a new PIN twice, until both entries match. Back on the second entry returns to the first.
    ///
    /// - Parameters:
    ///   - digits: The number of digits.
    ///   - pad: The order of the keys.
    ///   - refuse: Returns the person's text for an unacceptable PIN, such as “1234 is too easy”, or `nil`.
    /// - Returns: The PIN.
    /// - Throws: `ScreenExit` if the person leaves.
    public func newPIN(
        digits: Int, pad: Screen.Field.PadKeyOrder = .standard, refuse: @Sendable (Secret) -> String? = { _ in nil }
    ) async throws(ScreenExit) -> Secret {
        var error: String?
        while true {
            let fault = error
            let first = try await ask(
                .pin(
                    id: "new-pin", digits: digits, pad: pad, title: { $0(.choosePIN) }, text: { _ in nil },
                    error: { _ in fault })
            )
            error = refuse(first)
            if error != nil { continue }
            do {
                let second = try await ask(
                    .pin(
                        id: "repeat-pin", digits: digits, pad: pad, title: { $0(.repeatPIN) }, text: { _ in nil },
                        error: { _ in nil }))
                if second.hasSameBytes(as: first) { return first }
                error = language(.pinsDiffer)
            } catch {
                guard error == .back else { throw error }
            }
        }
    }
}
