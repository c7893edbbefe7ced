import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyWire

/// The manifest of a draft: one web step per operation in sequence, and three terminal steps.
struct DraftManifest {
    let request: JourneyDraft.DraftRequest
    let document: JSONValue
    let operations: [DraftOperation]

    static let endings = ["completed", "cancelled", "expired", "unmet", "refused"]

    /// Sentences about parts of a workflow that the manifest does not have.
    private(set) var omissions: [String] = []
    private var endings: Set<String> = []

    init(request: JourneyDraft.DraftRequest, document: JSONValue, operations: [DraftOperation]) {
        (self.request, self.document, self.operations) = (request, document, operations)
    }

    static func bundlePath(_ id: JourneyID) -> String { ManifestContract.openAPI.path(id.rawValue) }

    /// Returns the manifest's text.
    mutating func text() -> String {
        let day = Date(timeIntervalSince1970: (request.now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
        var steps: [(String, OrderedJSON)] = []
        for (index, operation) in operations.enumerated() {
            let next = index + 1 < operations.count ? operations[index + 1].step : "completed"
            steps.append((operation.step, step(operation, next: next)))
        }
        if endings.contains("unmet") {
            // A call that has moved money is not undone because of a condition.
            let isPayment = operations.contains { $0.call.movesMoney }
            steps.append(
                (
                    "unmet",
                    isPayment
                        ? [
                            "type": "terminal", "outcome": "pending",
                            "result": ["reference": "session.correlationId"],
                        ] : ["type": "terminal", "outcome": "failed"]
                ))
        }
        if endings.contains("refused") { steps.append(("refused", ["type": "terminal", "outcome": "failed"])) }
        steps += [
            ("completed", ["type": "terminal", "outcome": "completed", "result": .object(result())]),
            ("cancelled", ["type": "terminal", "outcome": "cancelled"]),
            ("expired", ["type": "terminal", "outcome": "failed"]),
        ]
        let manifest: OrderedJSON = [
            "manifestVersion": "1.3", "minSdk": .text(JourneyKitVersion.current), "journeyId": .text("\(request.id)"),
            "issuer": .text(request.issuer), "sequence": 1, "notBefore": .text(day.ISO8601Format()),
            "notAfter": .text(day.addingTimeInterval(365 * 86_400).ISO8601Format()),
            "oapiBundle": .text("\(request.gateway)\(DraftManifest.bundlePath(request.id))"),
            "oapiSha256": .text(Hex.encode(SHA256.hash(request.openAPI))), "locales": ["en-GB", "bn", "ar"],
            "headers": [:],
            "security": [
                "allowedOrigins": .array(origins.map { .text("\($0)") }), "pinning": true, "requireHandshake": true,
            ],
            "limits": ["totalSteps": 60, "visitsPerStep": 10, "emitChain": 4, "journeyTimeoutMs": 1_800_000],
            "startStep": .text(operations.first?.step ?? "completed"), "steps": .object(steps),
        ]
        return manifest.text
    }

    /// The origins of the gateway, the pages, and the operations, without duplicates.
    private var origins: [Origin] {
        var origins = [request.gateway]
        for origin in [request.pages] + operations.map(\.operation.base.origin) where !origins.contains(origin) {
            origins.append(origin)
        }
        return origins
    }

    /// The outputs of a workflow's steps, by their names in it.
    private var guidedOutputs: [String: (expression: String, type: ValueType)] {
        var found: [String: (expression: String, type: ValueType)] = [:]
        for operation in operations {
            for (name, output) in operation.outputNames {
                found["\(operation.guide?.name ?? "").\(name)"] = (
                    "steps.\(operation.step).\(output.name)", output.type
                )
            }
        }
        return found
    }

    /// Returns where a step of a workflow leads; `nil` for a draft without one.
    private mutating func guided(_ operation: DraftOperation, next: String) -> GuidedTransitions.Found? {
        guard let guide = operation.guide else { return nil }
        let steps = Dictionary(operations.map { ($0.guide?.name ?? "", $0.step) }) { first, _ in first }
        var transitions = GuidedTransitions(
            operation, guide, steps: steps, known: guidedOutputs, next: next,
            schemas: DraftSchema(document: document))
        let found = transitions.transitions()
        for sentence in transitions.omissions where !omissions.contains(sentence) { omissions.append(sentence) }
        if found.usesUnmet { endings.insert("unmet") }
        if found.usesRefused { endings.insert("refused") }
        return found
    }

    private mutating func step(_ operation: DraftOperation, next: String) -> OrderedJSON {
        let guided = guided(operation, next: next)
        var call: [(String, OrderedJSON)] = [("operationId", .text(operation.id))] + operation.call.members
        let headers = Set(operation.outputs.compactMap { $0.header?.lowercased() }).sorted()
        if !headers.isEmpty { call.append(("answerHeaders", .array(headers.map { .text($0) }))) }
        var binding: [(String, OrderedJSON)] = [
            ("onEvent", operation.isShown ? "enter" : "submit"), ("call", .object(call)),
        ]
        if !operation.arguments.isEmpty {
            binding.append(("in", .object(operation.arguments.map { ($0.name, .text($0.expression)) })))
        }
        if !operation.outputs.isEmpty {
            binding.append(
                (
                    "out",
                    .object(
                        operation.outputs.map { output in
                            (
                                output.name,
                                ["type": .text(output.type.rawValue), "value": .text(output.expression)] as OrderedJSON
                            )
                        })
                ))
        }
        if let query = operation.statusQuery { binding.append(("status", query.member(operation.outputs))) }
        binding += [("onSuccessEmit", "answered"), ("onErrorEmit", "refused")]
        if let retry = guided?.retry {
            binding.append(("retry", retry))
        } else if operation.isRead {
            binding.append(
                ("retry", [["on": ["NET_TIMEOUT", "NET_UNREACHABLE", "SERVER_ERROR"], "max": 2, "capMs": 2_000]]))
        }
        return [
            "type": "web", "url": .text("\(request.pages)/\(request.id)/\(operation.step)"), "timeoutMs": 600_000,
            "bindings": [.object(binding)],
            "on": .object(
                (guided?.on ?? [moveOn(operation, to: next)]) + [
                    ("cancel", ["to": "cancelled"]), ("timeout", ["to": "expired"]),
                ]),
        ]
    }

    /// Returns the transition to the next step: on the user's action for a page that only shows data, otherwise on the answer.
    private func moveOn(_ operation: DraftOperation, to next: String) -> (String, OrderedJSON) {
        guard operation.isShown else { return ("answered", ["to": .text(next)]) }
        guard let output = operation.outputs.first else { return ("submit", ["to": .text(next)]) }
        return (
            "submit", [["guardExpr": .text("has(steps.\(operation.step).\(output.name))"), "to": .text(next)], [:]]
        )
    }

    /// The journey's result: the last call's outputs, with a reference by which the host can ask the bank. Without an identifier in
    /// any answer, that is the run's own.
    private mutating func result() -> [(String, OrderedJSON)] {
        let known = guidedOutputs
        var members: [(String, OrderedJSON)] = []
        let referring = operations.last { $0.reference != nil }
        if let referring, let output = referring.reference {
            let path = "steps.\(referring.step).\(output.name)"
            members.append(("reference", .text(output.type == .string ? path : "string(\(path))")))
        } else {
            members.append(("reference", "session.correlationId"))
        }
        for (name, value, place) in request.guide?.result ?? [] {
            guard case .output(let step, let output, let path) = value, let source = known["\(step).\(output)"] else {
                omissions.append("\(place): The output \(name) is not carried over: no step of the draft has it.")
                continue
            }
            let isText = source.type == .string || !path.isEmpty
            guard name != "reference" || isText else { continue }
            members.removeAll { $0.0 == name }
            members.append((DraftValue.identifier(name), .text(GuidedStep.selection(source.expression, path))))
        }
        for operation in operations.suffix(1) where !operation.isShown && request.guide?.result.isEmpty ?? true {
            for output in operation.outputs where output.name != "reference" && output.type != .object {
                members.append((output.name, .text("steps.\(operation.step).\(output.name)")))
            }
        }
        return members
    }
}
