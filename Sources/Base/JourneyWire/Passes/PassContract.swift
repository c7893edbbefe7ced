import JourneyBase

/// The contract of the pass service, which binds passes to their holders' accounts, as described in `docs/reference/pass-service.md`.
package enum PassContract {
    /// The `WWW-Authenticate` value of a 401 response.
    package static let challenge = "Basic realm=\"passes\", charset=\"UTF-8\""
    /// The query parameter that names the session of a callback.
    package static let sessionIdentifier = "sessionIdentifier"

    package static let issuerData = Endpoint<IssuerDataRequest, IssuerDataAnswer>(
        .post, "/api/v2/in_app_provisioning/issuer_data",
        refusals: PassCode.wire(
            [.requestInvalid, .attributeInvalid, .tokenInvalid, .clientSuspended, .passUnknown, .unsupportedType]
                + signing))
    package static let callback = Endpoint<SignedBinding, PassArchive>(
        .post, "/api/v2/in_app_provisioning/callback", query: [sessionIdentifier],
        refusals: PassCode.wire(
            [.requestInvalid, .clientSuspended, .sessionUnknown, .sessionUsed, .sessionExpired] + signing))
    package static let session = Endpoint<NoBody, PassSessionAnswer>(
        .get, "/api/v2/in_app_provisioning/sessions/{session}",
        refusals: PassCode.wire([.tokenInvalid, .clientSuspended, .sessionUnknown] + busy))
    package static let userToken = Endpoint<UserTokenRequest, UserTokenAnswer>(
        .post, "/api/v2/in_app_provisioning/user_tokens", status: 201,
        refusals: PassCode.wire(
            [.requestInvalid, .tokenInvalid, .clientSuspended, .holderUnknown, .unsupportedType] + busy))
    /// The contract's OpenAPI document.
    package static let document = Endpoint<NoBody, EmptyMessage>(.get, "/api/v2/in_app_provisioning/openapi.json")

    package static let all: [any WireEndpoint] = [issuerData, callback, session, userToken]

    private static let busy: [PassCode] = [.rateLimited, .storeBusy, .storeFailed]
    private static let signing = busy + [.signerUnavailable, .certificateExpired, .passInvalid]
}

package struct IssuerDataRequest: WireMessage {
    package let tag: String
    /// The kind of the tag; `reference` if missing.
    package let attribute: TagAttribute?

    package enum CodingKeys: String, CodingKey {
        case tag = "tag_id"
        case attribute = "id_attribute"
    }

    package init(tag: String, attribute: TagAttribute) {
        self.tag = tag
        self.attribute = attribute
    }
}

/// The binding data of a pass and its signature, both in base64.
package struct IssuerDataAnswer: WireMessage {
    package let issuerData: String
    package let signature: String
    package let tag: String

    private enum CodingKeys: String, CodingKey {
        case issuerData = "issuer_data"
        case signature
        case tag = "tag_id"
    }

    package init(issuerData: String, signature: String, tag: String) {
        self.issuerData = issuerData
        self.signature = signature
        self.tag = tag
    }
}

/// The data that a device has signed, in lower-case hexadecimal. A device may send further members.
package struct SignedBinding: WireMessage {
    /// The names of its members, which bound passes and the data to sign have too.
    package static let (data, hash) = (CodingKeys.issuerBindingData.rawValue, CodingKeys.keyHash.rawValue)

    private enum CodingKeys: String, CodingKey { case issuerBindingData, keyHash }

    package let issuerBindingData: String
    package let keyHash: String?

    package init(issuerBindingData: String, keyHash: String?) {
        self.issuerBindingData = issuerBindingData
        self.keyHash = keyHash
    }
}

/// A pass as an archive.
package enum PassArchive: WireFile { package static let type = "application/vnd.apple.pkpass" }

package struct PassSessionAnswer: WireMessage {
    package enum Status: String, Codable, Sendable, CaseIterable { case pending, completed, expired }

    package let status: Status

    package init(_ status: Status) { self.status = status }
}

package struct UserTokenRequest: WireMessage {
    package let holder: String

    package init(holder: String) { self.holder = holder }
}

package struct UserTokenAnswer: WireMessage {
    package let token: WireSecret
    package let expires: String

    package init(token: WireSecret, expires: String) {
        self.token = token
        self.expires = expires
    }
}
