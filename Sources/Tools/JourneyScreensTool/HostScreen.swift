package import HSBCPartnerSDK
package import JourneyBase

/// The result screen of the host app of `journey run`, in the language of the run.
package struct HostScreen {
    private let language: Language

    package init(language: Language) { self.language = language }

    /// Returns the screen of a result; `nil` for a cancelled run.
    package func screen(_ result: JourneyResult) -> Screen? {
        let title: String
        let body: [Screen.Block]
        switch result {
        case .completed(let payload):
            title = pick("Done", "সম্পন্ন", "تم")
            body = blocks(.done, payload)
        case .pending(let payload):
            title = pick(
                "Your bank is still working on this", "আপনার ব্যাংক এখনও এটি নিয়ে কাজ করছে", "لا يزال البنك يعمل على طلبك")
            body = blocks(.pending, payload)
        case .cancelled: return nil
        case .failed(let code, _, let recoverable):
            title = pick("That didn't work", "এটি করা যায়নি", "تعذّر إتمام العملية")
            let advice =
                recoverable
                ? pick("Try again later.", "পরে আবার চেষ্টা করুন।", "أعد المحاولة لاحقًا.")
                : pick("Contact your bank.", "আপনার ব্যাংকের সঙ্গে যোগাযোগ করুন।", "تواصل مع البنك.")
            body = [
                .outcome(
                    Screen.Outcome(
                        .refused, advice,
                        reference: Screen.Detail(language(.supportCode), language.isolated(code), kind: .reference)))
            ]
        }
        return Screen(
            id: "result", title: title, body: body, actions: [Screen.Action(id: "close", label: language(.close))])
    }

    /// Returns a sentence for a payment. For any other result, its facts in words, the reference last: no status, which the title
    /// says, and no identifier, object, list or name without words in the language, which are for the app and not for a person.
    private func blocks(_ kind: Screen.Outcome.Kind, _ payload: [String: AnyCodable]) -> [Screen.Block] {
        if let minor = payload["amount"]?.int64, minor >= 0, let currency = payload["currency"]?.string,
            let payee = payload["payeeName"]?.string, let reference = payload["reference"]?.string
        {
            return [
                .outcome(
                    Screen.Outcome(
                        kind, sent(language.amount(minorUnits: minor, currency), to: language.isolated(payee)),
                        reference: Screen.Detail(
                            language(.reference), language.isolated(reference), kind: .reference)))
            ]
        }
        let rows = payload.filter { $0.key != "reference" }.sorted { $0.key < $1.key }.compactMap { name, value in
            self.value(value).flatMap { text in label(name).map { Screen.Detail($0, text) } }
        }
        let reference = payload["reference"]?.string.map {
            Screen.Detail(language(.reference), language.isolated($0), kind: .reference)
        }
        guard !rows.isEmpty else {
            let text =
                reference == nil
                ? pick("You can close this page.", "আপনি এই পাতাটি বন্ধ করতে পারেন।", "يمكنك إغلاق هذه الصفحة.")
                : pick(
                    "Keep this reference in case you need help.", "সাহায্যের দরকার হলে এই রেফারেন্সটি জানান।",
                    "احتفظ بهذا الرقم المرجعي، فقد تحتاج إليه إذا طلبت المساعدة.")
            return [.outcome(Screen.Outcome(kind, text, reference: reference))]
        }
        let agreed = pick("Here is what was agreed.", "যা চূড়ান্ত হয়েছে:", "إليك ما تم الاتفاق عليه.")
        return [
            .outcome(Screen.Outcome(kind, agreed)), .details(Screen.Details(rows + (reference.map { [$0] } ?? []))),
        ]
    }

    /// Returns a value in words; `nil` for one that is for the app.
    private func value(_ value: AnyCodable) -> String? {
        if let flag = value.bool { return flag ? pick("Yes", "হ্যাঁ", "نعم") : pick("No", "না", "لا") }
        guard value != .null, value.object == nil, value.array == nil else { return nil }
        return language.isolated(value.string ?? value.compactText)
    }

    private func sent(_ amount: String, to payee: String) -> String {
        pick(
            "\(amount) is on its way to \(payee).", "\(payee)-কে \(amount) পাঠানো হচ্ছে।",
            "يجري تحويل \(amount) إلى \(payee).")
    }

    /// Returns the words for a name of a result; `nil` for one that is for the app, and for one that a language has no words for.
    private func label(_ name: String) -> String? {
        switch name {
        case "accountNumber": pick("Account number", "অ্যাকাউন্ট নম্বর", "رقم الحساب")
        case "productName": pick("Account type", "অ্যাকাউন্টের ধরন", "نوع الحساب")
        case "sortCode": pick("Sort code", "সর্ট কোড", "رمز الفرع")
        case "status": nil
        default:
            language == .english && name != "id" && !["Id", "ID"].contains(where: name.hasSuffix)
                ? HostScreen.words(name) : nil
        }
    }

    private func pick(_ english: String, _ bengali: String, _ arabic: String) -> String {
        switch language {
        case .english: english
        case .bengali: bengali
        case .arabic: arabic
        }
    }

    /// Converts `payeeName` to `Payee name`.
    private static func words(_ name: String) -> String {
        var out = ""
        for character in name {
            if character.isUppercase, !out.isEmpty { out += " " }
            out += out.isEmpty ? character.uppercased() : character.lowercased()
        }
        return out
    }
}
