/// A credential of an operation that the gateway adds to a call, so that the app never has it; manifest 1.3.
package enum GatewayCredential: String, Sendable, CaseIterable, Comparable {
    case clientCertificate, clientSecret, apiKey, userToken, detachedSignature

    package static func < (a: GatewayCredential, b: GatewayCredential) -> Bool { a.rawValue < b.rawValue }

    /// Returns `true` if the header `name` carries this credential, or a part of it, in banks' documents.
    package func isCarried(by name: String) -> Bool {
        let name = name.lowercased()
        return switch self {
        case .clientCertificate: name.contains("certificate") || name.contains("client-cert")
        case .clientSecret: name.hasSuffix("-secret") || name.contains("client-id") || name.contains("client_id")
        case .apiKey: ["api-key", "apikey", "api_key", "subscription-key"].contains { name.hasSuffix($0) }
        case .userToken:
            ["access-token", "auth-token", "authorization"].contains { name.hasSuffix($0) }
        case .detachedSignature:
            name.contains("signature") || name == "digest" || name == "content-digest"
        }
    }
}
