public import Foundation

/// The service's environment.
public enum ProntoEnvironment: Sendable, Hashable {
    case production
    case staging
    case demo
    /// A developer's own service, such as `localhost:3000`. It must use HTTPS.
    case development(host: String)
    case custom(URL)

    /// The base URL of all calls; `nil` for a host that does not form a URL.
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
