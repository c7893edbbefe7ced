internal import Foundation
internal import JourneyBase

extension ManifestHead {
    static func version(_ manifest: Reading) throws(Refusal) -> Journey.Version {
        let member = try manifest.required("manifestVersion")
        return try member.require(
            Journey.Version(rawValue: member.text()), "is neither 1.1 nor 1.2", code: .manifestVersion)
    }

    /// Members that are not known are passed over, unless the manifest says that they must be understood; those that
    /// another version knows are refused, because to pass them over would drop a check that somebody counts on.
    static func checkMembers(_ manifest: Reading, _ version: Journey.Version) throws(Refusal) {
        let known = ManifestGrammar.top(version)
        for (name, member) in try manifest.members() {
            if version == .v11, ManifestGrammar.only12.contains(name) {
                throw member.refusal("belongs to manifest 1.2", .laterVersion)
            }
        }
        for element in try manifest.member("mustUnderstand")?.elements() ?? [] {
            let name = try element.text()
            try element.require(
                known.contains(name), "names what this SDK does not understand: \(Refusal.quote(name))", .notUnderstood)
        }
    }

    static func origins(_ reading: Reading) throws(Refusal) -> SourcePolicy {
        let origins = try reading.list(atMost: 32, "origins") { element throws(Refusal) -> Origin? in
            let text = try element.text()
            guard let url = HTTPSURL(text), url.path == "/", url.query == nil else {
                throw element.refusal(
                    "is no origin such as https://bank.example: \(Refusal.quote(text))", .invalidOrigin)
            }
            return url.origin
        }
        try reading.require(!origins.isEmpty, "is empty; an empty list admits nothing", .invalidValue)
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
            // It goes into headers as it stands.
            try element.require(
                LanguageTag.isWellFormed(tag), "is no language tag such as en-GB: \(Refusal.quote(tag))", .invalidLocale
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
            throw reading.refusal("is no SHA-256 as 64 lower-case hexadecimal digits", .invalidValue)
        }
        return bytes
    }

    static func moment(_ reading: Reading) throws(Refusal) -> Date {
        try reading.require(
            ManifestTime.date(reading.text()), "is no moment such as 2026-01-01T00:00:00Z", .invalidValue)
    }
}
