internal import JourneyBase

/// The members at a manifest's top.
extension ManifestSchema {
    typealias Head = (members: [String: JSONValue], required: [String])

    static var head11: Head {
        let members: [String: JSONValue] = [
            "manifestVersion": ["const": "1.1", "description": "The version of this grammar."],
            "minSdk": ref("version", "The least SDK that runs the journey; compared as numbers, part by part."),
            "journeyId": ref("journeyName", "The name under which hosts start the journey."),
            "oapiBundle": ref("address", "Where the OpenAPI document is; on one of security.allowedOrigins."),
            "locales": list(
                form("language tag such as en-GB (BCP 47)", LanguageTag.pattern, "A language that the journey speaks."),
                most: 64,
                "The languages of the journey. The host's is looked up among them (RFC 4647, section 3.4); the first is the fallback."
            ),
            "startStep": text("The step that the journey begins with."),
            "headers": ref("headers", "Sent with each call."), "security": ref("security"),
            "resumePolicy": ref("resumePolicy"),
            "steps": map(
                ref("stepName"), ref("step"), most: ManifestGrammar.stepLimit, "The steps, by their names."),
            "signature": text("A detached compact JWS over the RFC 8785 form of everything else."),
        ]
        let required = [
            "manifestVersion", "minSdk", "journeyId", "oapiBundle", "startStep", "headers", "security", "steps",
        ]
        var all = members
        // Members of 1.2 are refused, because to pass them over would drop a check that somebody counts on.
        for name in ManifestGrammar.only12 { all[name] = false }
        return (all, required)
    }

    static var head12: Head {
        let codes = list(ref("policyCode"), least: 1, "The errors that the rule is for.")
        let rule = closed(
            [
                "on": codes, "retry": ref("policyRetry"), "to": text("The step that the error leads to."),
                "end": ref("ending"),
            ], required: ["on"], "What becomes of some errors that no step handles: retry, and to or end.")
        let limits = closed(
            [
                "totalSteps": whole(1, 1_000, "Steps entered in one run; 200 unless told."),
                "visitsPerStep": whole(1, 100, "Times that one step is entered in one run; 20 unless told."),
                "emitChain": whole(1, 32, "Events that follow from one event; 8 unless told."),
                "journeyTimeoutMs": whole(1, 86_400_000, "From start to end, in milliseconds."),
            ], "What bounds a run.")
        let more: [String: JSONValue] = [
            "manifestVersion": ["const": "1.2", "description": "The version of this grammar."],
            "oapiSha256": form(
                "SHA-256 as 64 lower-case hexadecimal digits", "^[0-9a-f]{64}$", "The SHA-256 of the OpenAPI document."),
            "notBefore": ref("moment", "The first moment at which the manifest counts."),
            "notAfter": ref("moment", "The moment from which it no longer counts."),
            "sequence": whole(
                0, 9_007_199_254_740_991, "Grows with each manifest of the journey; a lower one than seen is refused."),
            "issuer": text("Whose journey it is."),
            "mustUnderstand": list(
                text("A member at the top."), "Members that an SDK must know, or refuse the manifest."),
            "limits": limits,
            "fallback": text("The step that stands in for steps of a type that an SDK does not know."),
            "headerTemplates": ref("headerTemplates"),
            "errorPolicy": list(
                rule, most: 32, "What becomes of errors that no step handles; the first rule that fits."),
        ]
        let head = head11
        return (
            head.members.merging(more) { $1 },
            head.required + ["oapiSha256", "notBefore", "notAfter", "sequence", "issuer"]
        )
    }
}
