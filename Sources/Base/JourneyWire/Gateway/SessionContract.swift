package import JourneyBase

/// The endpoints that a device calls about an interrupted run.
package enum SessionContract {
    package static let resume = Endpoint<ResumeRequest, ResumeAnswer>(
        .post, "/journeys/{id}/resume", headers: GatewayContract.device,
        refusals: .ofDevices + .ofBodies + [.malformed, .notFound, .journeyUnknown, .resumeRefused])
    package static let settlements = Endpoint<SettlementRequest, SettlementAnswer>(
        .post, "/journeys/{id}/settlements",
        headers: GatewayContract.device + [GatewayContract.bankAuthorizationHeader],
        refusals: .ofDevices + .ofBodies + [.malformed, .notFound, .journeyUnknown])

    static let endpoints: [any WireEndpoint] = [resume, settlements]
}

extension WireRefusal { package static let resumeRefused = WireRefusal(409, ErrorCode.resumeRefused) }

/// The step and manifest of an interrupted run.
package struct ResumeRequest: WireMessage {
    package let step: String
    /// The SHA-256 of the manifest's canonical form, in hexadecimal.
    package let manifestHash: String
    package var sequence: Int64?
    package var idempotencyKey: String?
    package var instanceKey: String?
    /// Milliseconds since 1970.
    package var savedAt: Int64?

    package init(step: String, manifestHash: String) { (self.step, self.manifestHash) = (step, manifestHash) }
}

package struct ResumeAnswer: WireMessage {
    package let step: String

    package init(step: String) { self.step = step }
}

/// The idempotency keys of calls whose outcome the device doesn't know.
package struct SettlementRequest: WireMessage {
    package let keys: [String]

    package init(keys: [String]) { self.keys = keys }
}

package struct SettlementAnswer: WireMessage {
    /// The outcome of the call with one key.
    package struct Entry: WireMessage {
        package let key: String
        package let state: String
        package let body: WireJSON?

        package init(key: String, _ settlement: BankSettlement?) {
            self.key = key
            let known = settlement?.known ?? .unknown
            state = known.rawValue
            body = known == .done ? settlement?.body : nil
        }

        package var known: SettlementState { SettlementState(rawValue: state) ?? .unknown }
    }

    package let settlements: [Entry]
    /// `grant` if the bank was asked with `X-Bank-Authorization`.
    package let asked: String?

    package static let byGrant = "grant"

    package init(settlements: [Entry], isAskedByGrant: Bool) {
        self.settlements = settlements
        asked = isAskedByGrant ? SettlementAnswer.byGrant : nil
    }
}

/// The outcome of a call, by its idempotency key.
package enum SettlementState: String, Sendable {
    /// The call was performed.
    case done
    /// The call was not performed, and the key is refused from now on.
    case withdrawn
    case unknown
}

/// The gateway's request to the bank about one key.
package struct BankSettlementRequest: WireMessage {
    package let key: String

    package init(key: String) { self.key = key }
}

/// The bank's response about one key.
package struct BankSettlement: WireMessage {
    package let state: String
    /// The response of the call, if it was performed.
    package let body: WireJSON?

    package init(_ state: SettlementState, body: JSONValue? = nil) {
        self.state = state.rawValue
        self.body = body.map { WireJSON($0) }
    }

    package var known: SettlementState { SettlementState(rawValue: state) ?? .unknown }
}
