internal import JourneyBase

/// The top-level members of a manifest.
extension ManifestSchema {
    typealias Head = (members: [String: JSONValue], required: [String])

    static var head11: Head {
        let members: [String: JSONValue] = [
            "manifestVersion": ["const": "1.1", "description": "The version of this grammar."],
            "minSdk": ref("version", "The minimum SDK version; compared numerically, part by part."),
            "journeyId": ref("journeyName", "The name under which hosts start the journey."),
            "oapiBundle": ref("address", "The URL of the OpenAPI document; on one of security.allowedOrigins."),
            "locales": list(
                form("language tag such as en-GB (BCP 47)", LanguageTag.pattern, "A language of the journey."),
                most: 64,
                "The languages of the journey. The host's is looked up among them (RFC 4647, section 3.4); the first is the fallback."
            ),
            "startStep": text("The step that the journey begins with."),
            "headers": ref("headers", "Headers of each call."), "security": ref("security"),
            "resumePolicy": ref("resumePolicy"),
            "steps": map(
                ref("stepName"), ref("step"), most: ManifestGrammar.stepLimit, "The steps, by their names."),
            "signature": text("A detached compact JWS over the RFC 8785 form of everything else."),
        ]
        let required = [
            "manifestVersion", "minSdk", "journeyId", "oapiBundle", "startStep", "headers", "security", "steps",
        ]
        var all = members
        // Members of 1.2 are refused, because ignoring them would drop a check that the author relies on.
        for name in ManifestGrammar.only12 { all[name] = false }
        return (all, required)
    }

    /// The head of 1.3 has the members of 1.2, but for `headerTemplates`: its headers are expressions. It adds a brand.
    static var head13: Head {
        var head = head12
        head.members["manifestVersion"] = ["const": "1.3", "description": "The version of this grammar."]
        head.members["headers"] = ref("headerExpressions", "Headers of each call.")
        head.members["headerTemplates"] = false
        head.members["brand"] = ref("brand")
        return head
    }

    static var head12: Head {
        let codes = list(ref("policyCode"), least: 1, "The error codes that the rule applies to.")
        let rule = closed(
            [
                "on": codes, "retry": ref("policyRetry"), "to": text("The step that the error leads to."),
                "end": ref("ending"),
            ], required: ["on"], "A rule for errors that no step handles: retry, and to or end.")
        let limits = closed(
            [
                "totalSteps": whole(1, 1_000, "The maximum number of steps entered in one run; 200 by default."),
                "visitsPerStep": whole(1, 100, "The maximum number of visits of one step in one run; 20 by default."),
                "emitChain": whole(1, 32, "The maximum number of events that follow from one event; 8 by default."),
                "journeyTimeoutMs": whole(1, 86_400_000, "The maximum duration of a run, in milliseconds."),
            ], "The limits of a run.")
        let more: [String: JSONValue] = [
            "manifestVersion": ["const": "1.2", "description": "The version of this grammar."],
            "oapiSha256": form(
                "SHA-256 of 64 lowercase hexadecimal digits", "^[0-9a-f]{64}$", "The SHA-256 of the OpenAPI document."),
            "notBefore": ref("moment", "The time from which the manifest is valid."),
            "notAfter": ref("moment", "The time from which the manifest is no longer valid."),
            "sequence": whole(
                0, 9_007_199_254_740_991,
                "Increases with each manifest of the journey; a lower one than an earlier manifest's is refused."),
            "issuer": text("The journey's issuer."),
            "mustUnderstand": list(
                text("A top-level member."), "Members that an SDK must know, or refuse the manifest."),
            "limits": limits,
            "fallback": text("The step that replaces steps of a type that an SDK does not support."),
            "headerTemplates": ref("headerTemplates"),
            "errorPolicy": list(
                rule, most: 32, "The handling of errors that no step handles; the first matching rule applies."),
        ]
        let head = head11
        return (
            head.members.merging(more) { $1 },
            head.required + ["oapiSha256", "notBefore", "notAfter", "sequence", "issuer"]
        )
    }
}
