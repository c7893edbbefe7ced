internal import JourneyBase

extension LintRun {
    /// Reports names of data that a journey must never carry.
    mutating func checkNames() {
        for (_, _, step) in steps {
            names(in: step.member("params"))
            names(in: step.member("in"))
            names(in: step.member("out"))
            for (_, member) in children(of: step.member("in")) { path(member) }
            names(in: step.member("result"))
            for binding in elements(of: step.member("bindings")) {
                names(in: binding.member("in"))
                names(in: binding.member("out"))
                if version >= .v13 {
                    for (_, member) in children(of: binding.member("out")) { path(member.member("value") ?? member) }
                }
                for (_, member) in children(of: binding.member("in")) { path(member) }
                if let from = binding.member("call")?.member("argsFrom") { path(from) }
            }
            for (_, transition) in transitions(of: step) {
                if let member = transition.member("guardExpr") ?? transition.member("guard") { path(member) }
            }
        }
    }

    private mutating func names(in reading: Reading?) {
        for (name, member) in children(of: reading) {
            report(name, member.path)
            names(in: member)
        }
        for element in elements(of: reading) { names(in: element) }
    }

    /// Checks the names inside a path or a guard; string literals are skipped.
    private mutating func path(_ reading: Reading) {
        guard let text = reading.value.string else { return }
        guard version < .v13 else { return names(inExpression: text, at: reading.path) }
        guard let tokens = try? GuardLexer.tokens(of: text) else { return }
        for token in tokens {
            if case .name(let name) = token.kind { report(name, reading.path) }
        }
    }

    /// Checks the names of an expression: those of paths, and the keys of maps. Other texts are skipped.
    private mutating func names(inExpression text: String, at path: String) {
        guard let tokens = try? ExpressionLexer.tokens(of: text) else { return }
        var found: Set<String> = []
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .name(let name), .quotedName(let name): found.insert(name)
            case .string(let name):
                let isKey = index + 1 < tokens.count && tokens[index + 1].kind == .sign(.colon)
                if isKey || (index > 0 && tokens[index - 1].kind == .sign(.openBracket)) { found.insert(name) }
            default: continue
            }
        }
        for name in found.sorted() { report(name, path) }
    }

    private mutating func report(_ name: String, _ path: String) {
        guard SensitiveNames.match(name) else { return }
        add(
            .sensitiveField, .error, path,
            "\(path) names \(Refusal.quote(name)): a journey must not carry card data, PINs or codes.")
    }
}

/// The names that denote card data, a PIN, a password or a one-time code.
package enum SensitiveNames {
    private static let words: Set<String> = [
        "pan", "cvv", "cvv2", "cvc", "cvc2", "csc", "pin", "otp", "totp", "password", "passwd", "passcode",
        "cardnumber",
        "cardno", "pincode", "track1", "track2", "magstripe",
    ]
    private static let phrases = [
        "card number", "card no", "card num", "security code", "one time code", "one time password", "pin code",
        "pin block", "track data", "verification value", "primary account number",
    ]

    /// Matches whole words, so that `pinning`, `company` and `accountNumber` pass.
    package static func match(_ name: String) -> Bool {
        let parts = words(of: name)
        if parts.contains(where: words.contains) || words.contains(parts.joined()) { return true }
        let text = " " + parts.joined(separator: " ") + " "
        return phrases.contains { text.contains(" \($0) ") }
    }

    /// Splits `cardNumber`, `card_number`, `CARD-NUMBER` and `PANNumber` into words.
    private static func words(of name: String) -> [String] {
        var parts: [String] = []
        var word = ""
        let scalars = Array(name.unicodeScalars)
        func isUpper(_ index: Int) -> Bool {
            scalars.indices.contains(index) && scalars[index].properties.isUppercase
        }
        func isLower(_ index: Int) -> Bool {
            scalars.indices.contains(index) && scalars[index].properties.isLowercase
        }
        for (index, scalar) in scalars.enumerated() {
            let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            let begins = isUpper(index) && (!isUpper(index - 1) || isLower(index + 1))
            if !isPart || begins {
                if !word.isEmpty { parts.append(word) }
                word = ""
            }
            if isPart { word += String(scalar).lowercased() }
        }
        if !word.isEmpty { parts.append(word) }
        return parts
    }
}
