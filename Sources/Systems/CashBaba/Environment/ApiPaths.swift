import JourneyBase
import JourneyWire

/// Where the calls are, below an environment's base address, and what their one-time codes are called: data of an environment.
public struct ApiPaths: Hashable, Sendable {
    private var paths: [Endpoint: String] = [:]
    private var otpFields: [Endpoint: String] = [:]

    /// The longest reference, in bytes of UTF-8.
    static let longestReference = 256

    public init() {}

    /// The path without its first slash; `{reference}` stands for the call's reference.
    public subscript(endpoint: Endpoint) -> String {
        get { paths[endpoint] ?? endpoint.call.path }
        set { paths[endpoint] = newValue }
    }

    /// The name of the field that carries the one-time code; empty for calls that have none.
    package func otpField(of endpoint: Endpoint) -> String {
        otpFields[endpoint] ?? endpoint.call.otpField?.rawValue ?? ""
    }

    /// Has the one-time code of `endpoint` sent as `name`.
    public mutating func setOTPField(of endpoint: Endpoint, to name: String) { otpFields[endpoint] = name }

    /// The address of `endpoint`, with `reference` percent-encoded into one segment. Throws `SDKError.badURL` for a
    /// reference that is empty or too long, or where there is none to put in or no place for one.
    func url(of endpoint: Endpoint, below base: HTTPSURL, reference: String? = nil) throws(SDKError) -> HTTPSURL {
        var path = self[endpoint]
        guard path.contains(WalletCall.reference) == (reference != nil) else {
            throw .badURL("The call \(endpoint.rawValue) and its reference do not fit.")
        }
        if let reference {
            guard (1...ApiPaths.longestReference).contains(reference.utf8.count) else {
                throw .badURL("The reference is empty or too long.")
            }
            path = path.replacing(WalletCall.reference, with: ApiPaths.segment(reference))
        }
        let folder = base.path.hasSuffix("/") ? base.path : base.path + "/"
        // A reference of dots alone would lead elsewhere, and is refused here as every such address is.
        guard base.query == nil, let url = HTTPSURL(origin: base.origin, path: folder + path) else {
            throw .badURL("The address of the call \(endpoint.rawValue) is none.")
        }
        return url
    }

    /// RFC 3986's unreserved characters as they are, every other byte escaped.
    static func segment(_ text: String) -> String {
        text.utf8.reduce(into: "") { out, byte in
            if byte.isLetterOrDigit || "-._~".utf8.contains(byte) {
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                out += "%" + Hex.encode([byte]).uppercased()
            }
        }
    }
}
