internal import JourneyBase

/// Schemas of steps and their parts.
extension ManifestSchema {
    static func steps(_ version: Journey.Version) -> [String: JSONValue] {
        var all: [String: JSONValue] = [
            "step": step(version), "transition": transition(version), "binding": binding(version),
            "transitions": map(
                ref("name"), version >= .v12 ? ref("choice") : ref("transition"),
                most: ManifestGrammar.eventLimit, "The transitions of each event."),
            "bindings": list(ref("binding"), most: 32, "Calls that events start."),
            "webStep": webStep(version),
            "nativeStep": nativeStep(version),
            "serverStep": kind([:], "Waits for calls, without a page."), "terminalStep": terminal(version),
        ]
        if version >= .v13 { all["authorizeStep"] = authorizeStep }
        if version >= .v12 {
            all["choice"] = [
                "description": "One transition, or a list; the first one whose guard is true is taken.",
                "oneOf": [
                    ref("transition"),
                    list(ref("transition"), least: 1, most: 32, "The last one has no guard: it is the default."),
                ],
            ]
        }
        return all
    }

    /// Selects the schema of a step by its type; steps of an unknown type may have any members.
    private static func step(_ version: Journey.Version) -> JSONValue {
        let kinds = ["terminal", "native", "server"] + (version >= .v13 ? ["authorize"] : []) + ["web"]
        let choice = kinds.reduce([:] as [String: JSONValue]) { rest, kind in
            [
                "if": ["required": ["type"], "properties": ["type": ["const": .string(kind)]]],
                "then": ref("\(kind)Step"), "else": rest.isEmpty ? true : .object(rest),
            ]
        }
        let members: [String: JSONValue] = [
            "type": "object", "required": ["type"],
            "properties": [
                "type": [
                    "type": "string", "minLength": 1, "examples": .array(kinds.map { .string($0) }),
                    "description": .string(
                        "web, native, server\(version >= .v13 ? ", authorize" : "") or terminal; "
                            + "of another type only with a fallback."),
                ]
            ],
        ]
        return .object(members.merging(choice) { $1 })
    }

    /// Returns a schema for a non-terminal step: the members common to all of them, and its own.
    private static func kind(
        _ own: [String: JSONValue], required: [String] = [], _ description: String
    ) -> JSONValue {
        let common: [String: JSONValue] = [
            "type": true,
            "timeoutMs": whole(1, 86_400_000, "The time from entering the step to its timeout event, in milliseconds."),
            "bindings": ref("bindings"), "on": ref("transitions"),
            "idempotencyKey": form(
                "key of 1 to 64 visible ASCII characters", "^[!-~]{1,64}$",
                "Becomes part of the idempotency keys of the step's calls."),
        ]
        return closed(common.merging(own) { $1 }, required: required, description)
    }

    private static func webStep(_ version: Journey.Version) -> JSONValue {
        var members: [String: JSONValue] = [
            "url": ref(version >= .v13 ? "pageAddress" : "address", "The URL of the page; on an allowed origin."),
            "bridgeAllow": list(ref("name"), most: 32, "The methods that the page may request."),
        ]
        if version >= .v12 {
            members["bridgeEncrypt"] = map(
                ref("name"),
                ["type": "string", "enum": .array(PayloadEncryption.allCases.map { .string($0.rawValue) })],
                most: 32,
                "Methods and events of the step whose payloads are encrypted in both directions, with the algorithm.")
        }
        return kind(members, required: ["url"], "Shows a page.")
    }

    private static func nativeStep(_ version: Journey.Version) -> JSONValue {
        var members: [String: JSONValue] = [
            "plugin": ref("name", "The plugin's name."),
            "params": ["type": "object", "description": "The parameters passed to the plugin."],
        ]
        if version >= .v12 {
            members["in"] =
                version >= .v13
                ? ref("expressions", "Further parameters, each with the expression of its value.")
                : map(nil, text("A path."), most: 64, "Further parameters, each with the path of its value.")
            members["out"] = ref("declared", "Members of the plugin's result that are stored, with their types.")
        }
        return kind(members, required: ["plugin"], "Runs a plugin.")
    }

    private static var returnAddress: JSONValue {
        let members: [String: JSONValue] = [
            "https": ref("address", "An https address that the app has claimed."),
            "app": form("path", "^/[a-z0-9/-]{0,63}$", "A path of the app's own scheme."),
        ]
        let either =
            closed(members, "The address at which the visit ends, of one kind. It is never loaded.").object ?? [:]
        return .object(either.merging(["minProperties": 1, "maxProperties": 1]) { $1 })
    }

    private static var authorizeStep: JSONValue {
        let members: [String: JSONValue] = [
            "type": true,
            "url": ref("pageAddress", "The address to open; on one of the hosts."),
            "hosts": list(
                ["type": "string", "minLength": 1, "description": "An https origin."], least: 1, most: 8,
                "The origins that may be opened."),
            "return": returnAddress,
            "parameters": [
                "type": "string", "enum": .array(Authorization.Parameters.allCases.map { .string($0.rawValue) }),
                "description": "The part of the return that carries its members; query by default.",
            ],
            "expect": map(
                nil, ref("expression"), most: 8,
                "Members that the return must carry, with the expressions of their values."),
            "out": map(
                nil, ["type": "string", "const": "string"], most: 8, "Members of the return that are stored."),
            "appToApp": flag("true if an app that claims the address is asked first."),
            "timeoutMs": whole(1, 86_400_000, "The time from entering the step to its timeout event, in milliseconds."),
            "on": ref("transitions"),
        ]
        return closed(
            members, required: ["url", "hosts", "return", "expect", "timeoutMs", "on"],
            "Opens another party's pages in a browser session of their own, until they end at the return address.")
    }

    private static func terminal(_ version: Journey.Version) -> JSONValue {
        var members: [String: JSONValue] = [
            "type": true, "on": ["type": "object", "maxProperties": 0], "bindings": ["type": "array", "maxItems": 0],
            "result": ["type": "object", "description": "Returned to the host unchanged."],
        ]
        if version >= .v12 {
            members["result"] = ref(
                version >= .v13 ? "expressions" : "declared",
                version >= .v13
                    ? "The members of the result, with the expressions of their values."
                    : "The members of the result, taken from the last answer, earlier outputs or the event.")
            members["outcome"] = [
                "type": "string", "enum": .array(Terminal.Kind.allCases.map { .string($0.rawValue) }),
                "description": "The journey's outcome; completed by default.",
            ]
        }
        return closed(members, "Ends the journey.")
    }

    private static func transition(_ version: Journey.Version) -> JSONValue {
        let condition: JSONValue = [
            "type": "string", "minLength": 1,
            "maxLength": .number(JSONNumber(version >= .v13 ? ExpressionLimits.standard.bytes : 1_024)),
            "description": "A guard: taken only when it is true. guard and guardExpr are two spellings of one member.",
        ]
        return closed(
            [
                "to": text("The target step; without it, the run stays in the step."),
                "emit": ref("name", "Raised before the move, to the page and in the step itself."),
                "guardExpr": condition, "guard": condition,
            ], "A transition of an event.")
    }

    private static func call(_ version: Journey.Version) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": text("An operation of the OpenAPI document."),
            "headers": ref(version >= .v13 ? "headerExpressions" : "headers"),
        ]
        if version < .v13 {
            members["argsFrom"] = text("A dotted path into the event's payload; the object there holds the arguments.")
        } else {
            members["effect"] = ref(
                "effect", "The effect of sending a POST, PUT, PATCH or DELETE again; required there.")
            members["movesMoney"] = flag("true if the call moves money; required for POST, PUT, PATCH and DELETE.")
            members["key"] = ref("key")
            members["sca"] = ref("sca")
            members["gatewayCredentials"] = list(
                ref("gatewayCredential"), least: 1, most: GatewayCredential.allCases.count,
                "The credentials of the operation that the gateway adds. The app never has them.")
            members["answerHeaders"] = list(
                ref("headerName"), most: 16, "The headers of responses that expressions read as headers['name'].")
        }
        return closed(members, required: ["operationId"], "The operation to call.")
    }

    private static func binding(_ version: Journey.Version) -> JSONValue {
        var members: [String: JSONValue] = [
            "onEvent": ref("name", "The event that starts the call."),
            "call": call(version),
            "onSuccessEmit": ref("name", "Raised when the call has succeeded with a 2xx status."),
            "onErrorEmit": ref("name", "Raised when the call has failed, after all retries."),
        ]
        if version >= .v12 {
            members["in"] = map(nil, text("A path."), most: 64, "Each argument, with the path of its value.")
            members["out"] = ref("declared", "Members of the response that are stored, with their types.")
            members["retry"] = list(ref("retry"), most: 8, "When the call is tried again.")
            members["headerTemplates"] = ref("headerTemplates")
        }
        if version >= .v13 {
            members["in"] = ref("expressions", "Each argument, with the expression of its value.")
            members["out"] = map(
                nil, ref("output"), most: 64, "Outputs that are stored, with the expressions of their values.")
            members["outOnError"] = map(
                nil, ref("output"), most: 64,
                "Outputs of an error response that are stored, as far as they have values.")
            members["poll"] = ref("poll")
            members["status"] = ref("status")
            members["headerTemplates"] = nil
        }
        return closed(members, required: ["onEvent", "call"], "A call that an event starts.")
    }
}
