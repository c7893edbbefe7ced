import Foundation
package import JourneyBase
import JourneyServer
import JourneyWire

/// A service with injected faults before and after the actual one.
package struct FaultyService: HTTPService {
    let rest: any HTTPService
    /// Operation names by method and route, such as `POST /api/quotes`.
    let operations: [String: String]
    let faults: SandboxFaults
    let dependencies: Dependencies
    /// Creates the service's answer for an injected refusal with this status and these headers.
    let refusal: Refusal

    package typealias Refusal = @Sendable (HTTPRequest, _ status: Int, HTTPFields) -> HTTPResponse

    package init(
        rest: any HTTPService, operations: [String: String], faults: SandboxFaults, dependencies: Dependencies,
        refusal: @escaping Refusal = FaultyService.problem
    ) {
        self.rest = rest
        self.operations = operations
        self.faults = faults
        self.dependencies = dependencies
        self.refusal = refusal
    }

    /// Refuses with a problem document.
    package static let problem: Refusal = { _, status, headers in
        // The sandbox was told to refuse this request.
        //
        // Next step: Remove the fault from the file of `journey serve --faults`.
        let code = status == 429 ? "RATE_LIMITED" : "SANDBOX_FAULT"
        return Problem(status, code, "The sandbox injected this refusal.", headers: headers).response
    }

    /// The delay of a missing answer: longer than any client's timeout.
    package static let silence = Duration.seconds(50)

    /// The operations with signed answers.
    static let signed: Set<String> = ["manifest", "remoteConfiguration"]

    /// The gateway's endpoints, with their names for fault injection.
    package static let gateway: [String: String] = {
        let names: [(any WireEndpoint, String)] = [
            (ManifestContract.manifest, "manifest"), (ManifestContract.openAPI, "openapi"),
            (ManifestContract.keys, "keys"), (RemoteConfigurationContract.document, "remoteConfiguration"),
            (TelemetryContract.intake(.traces), "traces"), (TelemetryContract.intake(.logs), "logs"),
        ]
        return Dictionary(uniqueKeysWithValues: names.map { ("\($0.method.rawValue) \($0.path)", $1) })
    }()

    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { rest.bodyRule(for: head) }

    package func routeName(for head: HTTPRequest) -> String? { rest.routeName(for: head) }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse {
        let operation = rest.routeName(for: request).flatMap { operations["\(request.method.rawValue) \($0)"] }
        let injected = faults.next(for: operation, path: request.url.path)
        if injected.latency > .zero { try? await dependencies.clock.sleep(for: injected.latency) }
        switch injected.kind {
        case .status(let status, let retryAfter, let asDate):
            return refusal(request, status, headers(retryAfter, asDate))
        case .unheard: return .withheld
        case .answerLost:
            _ = await rest.handle(request)
            return .withheld
        case .silent(let isDone):
            if isDone { _ = await rest.handle(request) }
            try? await dependencies.clock.sleep(for: FaultyService.silence)
            return .withheld
        case .malformed:
            var response = await rest.handle(request)
            response.body = Array(response.body.prefix(response.body.count / 2))
            return response
        case .wrongTypes:
            var response = await rest.handle(request)
            let value = (try? JSONReader.read(response.body)) ?? .null
            response.body = FaultyService.otherTypes(value).compactBytes
            return response
        case .wrongSignature:
            var response = await rest.handle(request)
            response.body = FaultyService.spoilt(response.body)
            // The tag belongs to the right bytes; a client that stores it would not fetch the wrong ones again.
            response.headers["ETag"] = nil
            return response
        case .latency, nil: return await rest.handle(request)
        }
    }

    private func headers(_ retryAfter: Int?, _ asDate: Bool) -> HTTPFields {
        var headers = HTTPFields()
        if let retryAfter {
            headers["Retry-After"] =
                asDate
                ? HTTPDate.text(dependencies.now().addingTimeInterval(TimeInterval(retryAfter))) : String(retryAfter)
        }
        return headers
    }

    /// Returns the same members, with an array in place of each string, number and Boolean.
    static func otherTypes(_ value: JSONValue) -> JSONValue {
        if let members = value.object { return .object(members.mapValues(otherTypes)) }
        return [value]
    }

    /// Returns the same document with an invalid signature of the same format: of a manifest, or of a compact JWS.
    static func spoilt(_ body: [UInt8]) -> [UInt8] {
        guard case .object(var members) = try? JSONReader.read(body), let signature = members["signature"]?.string
        else {
            return Array(otherSignature(String(decoding: body, as: UTF8.self)).utf8)
        }
        members["signature"] = .string(otherSignature(signature))
        return JSONValue.object(members).compactBytes
    }

    private static func otherSignature(_ jws: String) -> String {
        guard let dot = jws.lastIndex(of: "."), var bytes = Base64URL.decode(jws[jws.index(after: dot)...]),
            !bytes.isEmpty
        else { return jws + "A" }
        bytes[0] ^= 1
        return jws[...dot] + Base64URL.encode(bytes)
    }
}
