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

    static let endings = ["completed", "cancelled", "expired"]

    static func bundlePath(_ id: JourneyID) -> String { ManifestContract.openAPI.path(id.rawValue) }

    var text: String {
        let day = Date(timeIntervalSince1970: (request.now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
        var steps = operations.enumerated().map { index, operation in
            let next = index + 1 < operations.count ? operations[index + 1].step : "completed"
            return (operation.step, step(operation, next: next))
        }
        steps += [
            ("completed", ["type": "terminal", "outcome": "completed", "result": .object(result)]),
            ("cancelled", ["type": "terminal", "outcome": "cancelled"]),
            ("expired", ["type": "terminal", "outcome": "failed"]),
        ]
        let manifest: OrderedJSON = [
            "manifestVersion": "1.3", "minSdk": .text(JourneyKitVersion.current), "journeyId": .text("\(request.id)"),
            "issuer": .text(request.issuer), "sequence": 1, "notBefore": .text(day.ISO8601Format()),
            "notAfter": .text(day.addingTimeInterval(365 * 86_400).ISO8601Format()),
            "oapiBundle": .text("\(request.gateway)\(DraftManifest.bundlePath(request.id))"),
            "oapiSha256": .text(Hex.encode(SHA256.hash(request.openAPI))), "locales": ["en-GB"], "headers": [:],
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

    private func step(_ operation: DraftOperation, next: String) -> OrderedJSON {
        let call: [(String, OrderedJSON)] = [("operationId", .text(operation.id))] + operation.call.members
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
        binding += [("onSuccessEmit", "answered"), ("onErrorEmit", "refused")]
        if operation.isRead {
            binding.append(
                ("retry", [["on": ["NET_TIMEOUT", "NET_UNREACHABLE", "SERVER_ERROR"], "max": 2, "capMs": 2_000]]))
        }
        return [
            "type": "web", "url": .text("\(request.pages)/\(request.id)/\(operation.step)"), "timeoutMs": 600_000,
            "bindings": [.object(binding)],
            "on": .object([
                moveOn(operation, to: next), ("cancel", ["to": "cancelled"]), ("timeout", ["to": "expired"]),
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
    private var result: [(String, OrderedJSON)] {
        var members: [(String, OrderedJSON)] = []
        let referring = operations.last { $0.reference != nil }
        if let referring, let output = referring.reference {
            let path = "steps.\(referring.step).\(output.name)"
            members.append(("reference", .text(output.type == .string ? path : "string(\(path))")))
        } else {
            members.append(("reference", "session.correlationId"))
        }
        for operation in operations.suffix(1) where !operation.isShown {
            for output in operation.outputs where output.name != "reference" && output.type != .object {
                members.append((output.name, .text("steps.\(operation.step).\(output.name)")))
            }
        }
        return members
    }
}
