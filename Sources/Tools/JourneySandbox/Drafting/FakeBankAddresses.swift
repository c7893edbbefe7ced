import Foundation
import JourneyBase

/// Maps the addresses of a bank's own journey to the sandbox.
enum FakeBankAddresses {
    /// Returns the base paths of the API, from the nearest list of servers.
    static func bases(of owners: [JSONValue]) -> Set<String> {
        let servers = owners.compactMap { $0["servers"]?.array }.first { !$0.isEmpty } ?? []
        guard !servers.isEmpty else { return [""] }
        return Set(
            servers.compactMap { server in
                var url = server["url"]?.string ?? ""
                for (name, variable) in server["variables"]?.object ?? [:] {
                    url = url.replacing("{\(name)}", with: variable["default"]?.string ?? "")
                }
                return path(of: url)
            })
    }

    /// Returns the path of an absolute or relative URL without a trailing slash.
    private static func path(of url: String) -> String {
        var path = url
        if let scheme = url.firstRange(of: "://") {
            path = url[scheme.upperBound...].firstIndex(of: "/").map { String(url[$0...]) } ?? ""
        }
        while path.hasSuffix("/") { path.removeLast() }
        return path.isEmpty || path.hasPrefix("/") ? path : "/" + path
    }

    /// Returns the manifest with the sandbox's gateway in place of its own, and `bank` in place of all other origins. Issuer and
    /// validity are the sandbox's, whose keys sign it.
    static func manifest(_ manifest: JSONValue, id: JourneyID, bank: Origin) -> JSONValue {
        guard var members = manifest.object else { return manifest }
        members["oapiBundle"] = .string("{{gateway}}\(DraftManifest.bundlePath(id))")
        members["issuer"] = .string(DevelopmentKeySet.issuer)
        for (name, value) in ["oapiSha256": "{{oapiSha256}}", "notBefore": "{{notBefore}}", "notAfter": "{{notAfter}}"]
        where members[name] != nil { members[name] = .string(value) }
        if var security = members["security"]?.object {
            security["allowedOrigins"] = ["{{gateway}}", .string("\(bank)")]
            members["security"] = .object(security)
        }
        members["steps"] = .object(
            (members["steps"]?.object ?? [:]).mapValues { step in
                guard var step = step.object, let url = step["url"]?.string.flatMap({ HTTPSURL($0) }) else {
                    return step
                }
                step["url"] = .string("\(bank)\(url.path)\(url.query.map { "?" + $0 } ?? "")")
                return .object(step)
            })
        members["signature"] = nil
        return .object(members)
    }

    /// The header with which the sandbox's server replaces a client's own, in lower case.
    static let requestID = "x-request-id"

    /// Returns the document with `bank` in all lists of servers, and a list if there is none. Answers need no `X-Request-ID`.
    static func openAPI(_ document: JSONValue, bank: Origin) -> JSONValue {
        guard case .object(var members) = moved(document, to: bank) else { return document }
        if (members["servers"]?.array ?? []).isEmpty { members["servers"] = [["url": .string("\(bank)")]] }
        return .object(members)
    }

    private static func moved(_ value: JSONValue, to bank: Origin) -> JSONValue {
        switch value {
        case .object(var members):
            // The sandbox's server numbers its answers by itself, in a form of its own.
            if let headers = members["headers"]?.object {
                members["headers"] = .object(headers.filter { $0.key.lowercased() != requestID })
            }
            if members["servers"]?.array != nil {
                members["servers"] = .array(bases(of: [value]).sorted().map { ["url": .string("\(bank)\($0)")] })
            }
            return .object(members.mapValues { moved($0, to: bank) })
        case .array(let elements): return .array(elements.map { moved($0, to: bank) })
        default: return value
        }
    }
}
