public import Foundation

/// Where the service stands.
public enum ProntoEnvironment: Sendable, Hashable {
    case production
    case staging
    case demo
    /// A developer's own service: `localhost:3000`. It speaks HTTPS, as everything does.
    case development(host: String)
    case custom(URL)

    /// The address that calls begin with; `nil` for a host that makes no address.
    public var baseURL: URL? {
        switch self {
        case .production: URL(string: "https://app.prontocx.com")
        case .staging: URL(string: "https://app.stage.prontocx.com")
        case .demo: URL(string: "https://app.demo.prontocx.com")
        case .development(let host): URL(string: "https://\(host)")
        case .custom(let url): url
        }
    }
}
