import Foundation
import JourneyBase
import JourneyLanguage

/// The calls that the gateway may forward to one bank: those of the signed manifests in service whose pinned documents name the
/// bank's address at this gateway as their server. Nothing else is forwarded.
struct BankOperations: Sendable {
    /// One operation: a method and a path with `{name}` for each parameter.
    struct Operation: Sendable {
        let id: String
        let method: HTTPMethod
        /// The path at the gateway.
        let pattern: String
        var credentials: Set<GatewayCredential>
        var requestHeaders: Set<String>
        var answerHeaders: Set<String>
        var queryNames: Set<String>
        var bodyLimit: Int
        /// The time from which no published journey makes the call any more; `nil` for none.
        var end: Date?
    }

    let operations: [Operation]

    /// The path of a bank's API at the gateway.
    static func path(of bank: String) -> String { "/banks/\(bank)" }

    /// Collects the operations of `bank`.
    ///
    /// - Parameters:
    ///   - bank: The bank's name in the configuration.
    ///   - names: The host names of this gateway.
    ///   - journeys: The journeys in service.
    /// - Throws: `CONFIGURATION_INVALID` if two journeys name different credentials for one operation.
    init(of bank: String, at names: Set<String>, in journeys: [Journey]) throws(JourneyError) {
        let root = BankOperations.path(of: bank)
        var found: [String: (Operation, JourneyID)] = [:]
        for journey in journeys {
            for call in journey.forwardedCalls where names.contains(call.base.origin.host) {
                let base = call.base.path.hasSuffix("/") ? String(call.base.path.dropLast()) : call.base.path
                guard base == root || base.hasPrefix(root + "/") else { continue }
                let operation = Operation(
                    id: call.operation, method: call.method, pattern: base + call.path, credentials: call.credentials,
                    requestHeaders: call.requestHeaders, answerHeaders: call.answerHeaders, queryNames: call.queryNames,
                    bodyLimit: call.bodyLimit, end: journey.notAfter)
                let key = operation.key
                guard case (var known, let owner)? = found[key] else {
                    found[key] = (operation, journey.id)
                    continue
                }
                guard known.credentials == operation.credentials else {
                    throw JourneyError(
                        .configurationInvalid,
                        "The journeys \(owner) and \(journey.id) name different gatewayCredentials for \(operation.id)."
                    )
                }
                known.requestHeaders.formUnion(operation.requestHeaders)
                known.answerHeaders.formUnion(operation.answerHeaders)
                known.queryNames.formUnion(operation.queryNames)
                known.bodyLimit = max(known.bodyLimit, operation.bodyLimit)
                known.end = known.end.flatMap { end in operation.end.map { max(end, $0) } }
                found[key] = (known, owner)
            }
        }
        operations = found.values.map(\.0).sorted { $0.key < $1.key }
    }
}

extension BankOperations.Operation {
    /// Equal for two operations that fit the same requests.
    fileprivate var key: String {
        let segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return ([method.rawValue] + segments.map { $0.hasPrefix("{") && $0.hasSuffix("}") ? "{}" : String($0) })
            .joined(separator: "/")
    }
}
