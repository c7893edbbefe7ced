internal import Foundation
internal import JourneyBase

extension ManifestHead {
    static func version(_ manifest: Reading) throws(Refusal) -> Journey.Version {
        let member = try manifest.required("manifestVersion")
        return try member.require(
            Journey.Version(rawValue: member.text()), "must be 1.1, 1.2 or 1.3", code: .manifestVersion)
    }

    /// Checks the top-level members. Unknown ones are ignored unless `mustUnderstand` lists them. Members of a later version are
    /// refused, because ignoring them would drop a check that the author relies on.
    static func checkMembers(_ manifest: Reading, _ version: Journey.Version) throws(Refusal) {
        let known = ManifestGrammar.top(version)
        for (name, member) in try manifest.members() {
            if version == .v11, ManifestGrammar.only12.contains(name) {
                throw member.refusal("requires manifest version 1.2", .laterVersion)
            }
            if version >= .v13, name == "headerTemplates" {
                throw member.refusal("is not part of version 1.3, whose headers are expressions", .unknownMember)
            }
        }
        for element in try manifest.member("mustUnderstand")?.elements() ?? [] {
            let name = try element.text()
            try element.require(
                known.contains(name), "lists a member that this SDK does not support: \(Refusal.quote(name))",
                .notUnderstood)
        }
    }

    static func origins(_ reading: Reading) throws(Refusal) -> SourcePolicy {
        let origins = try reading.list(atMost: 32, "origins") { element throws(Refusal) -> Origin? in
            let text = try element.text()
            guard let url = HTTPSURL(text), url.path == "/", url.query == nil else {
                throw element.refusal(
                    "is not an origin such as https://bank.example: \(Refusal.quote(text))", .invalidOrigin)
            }
            return url.origin
        }
        try reading.require(!origins.isEmpty, "is empty; list at least one origin", .invalidValue)
        return SourcePolicy(origins)
    }

    static func security(_ reading: Reading) throws(Refusal) -> SecurityRequirements {
        var security = SecurityRequirements()
        security.pinning = try reading.required("pinning").flag()
        security.requiresHandshake = try reading.required("requireHandshake").flag()
        security.signIn = try reading.member("signIn")?.flag() ?? false
        for (name, value) in try reading.member("attestation")?.members() ?? [] {
            security.attestation[name] = try value.flag()
        }
        return security
    }

    static func locales(_ manifest: Reading) throws(Refusal) -> [String] {
        try manifest.member("locales")?.list(atMost: 64, "locales") { element throws(Refusal) in
            let tag = try element.text()
            // The tag is sent in headers unchanged.
            try element.require(
                LanguageTag.isWellFormed(tag), "is not a language tag such as en-GB: \(Refusal.quote(tag))",
                .invalidLocale
            )
            return tag
        } ?? []
    }

    static func limits(_ reading: Reading?) throws(Refusal) -> JourneyLimits {
        var limits = JourneyLimits()
        guard let reading else { return limits }
        try reading.onlyMembers(ManifestGrammar.limits)
        if let member = reading.member("totalSteps") { limits.totalSteps = try member.whole(in: 1...1_000) }
        if let member = reading.member("visitsPerStep") { limits.visitsPerStep = try member.whole(in: 1...100) }
        if let member = reading.member("emitChain") { limits.emitChain = try member.whole(in: 1...32) }
        if let member = reading.member("journeyTimeoutMs") {
            limits.journeyTimeout = try member.milliseconds(upTo: 86_400_000)
        }
        return limits
    }

    static func hash(_ reading: Reading) throws(Refusal) -> [UInt8] {
        let text = try reading.text()
        guard let bytes = Hex.decode(text), bytes.count == 32, Hex.encode(bytes) == text else {
            throw reading.refusal("is not a SHA-256 of 64 lowercase hexadecimal digits", .invalidValue)
        }
        return bytes
    }

    static func moment(_ reading: Reading) throws(Refusal) -> Date {
        try reading.require(
            ManifestTime.date(reading.text()), "is not a UTC time such as 2026-01-01T00:00:00Z", .invalidValue)
    }
}
