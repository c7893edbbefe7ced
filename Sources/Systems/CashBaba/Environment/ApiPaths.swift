import JourneyBase
import JourneyWire

/// The paths of the calls below an environment's base address, and the field names of their one-time codes.
public struct ApiPaths: Hashable, Sendable {
    private var paths: [Endpoint: String] = [:]
    private var otpFields: [Endpoint: String] = [:]

    /// The maximum length of a reference, in UTF-8 bytes.
    static let longestReference = 256

    public init() {}

    /// The path of a call without its leading slash. `{reference}` is replaced by the call's reference.
    public subscript(endpoint: Endpoint) -> String {
        get { paths[endpoint] ?? endpoint.call.path }
        set { paths[endpoint] = newValue }
    }

    /// Returns the name of the field that carries the one-time code, or an empty text for calls without one.
    package func otpField(of endpoint: Endpoint) -> String {
        otpFields[endpoint] ?? endpoint.call.otpField?.rawValue ?? ""
    }

    /// Sets the name of the field that carries the one-time code of `endpoint`.
    ///
    /// - Parameters:
    ///   - endpoint: The call.
    ///   - name: The name of the form field.
    public mutating func setOTPField(of endpoint: Endpoint, to name: String) { otpFields[endpoint] = name }

    /// Returns the URL of a call.
    ///
    /// - Parameters:
    ///   - endpoint: The call.
    ///   - base: The environment's base address, without a query.
    ///   - reference: The reference in the path, 1 to 256 bytes of UTF-8. It is percent-encoded into one segment.
    /// - Returns: The URL below `base`.
    /// - Throws: `SDKError.badURL` if the reference is empty or too long, if the path needs a reference and there is none, if
    ///   the path has no place for one, or if the result is not a valid HTTPS address.
    public func url(of endpoint: Endpoint, below base: HTTPSURL, reference: String? = nil) throws(SDKError) -> HTTPSURL
    {
        var path = self[endpoint]
        guard path.contains(WalletCall.reference) == (reference != nil) else {
            throw .badURL("The call \(endpoint.rawValue) needs a reference or takes none.")
        }
        if let reference {
            guard (1...ApiPaths.longestReference).contains(reference.utf8.count) else {
                throw .badURL("The reference is empty or longer than \(ApiPaths.longestReference) bytes.")
            }
            path = path.replacing(WalletCall.reference, with: ApiPaths.segment(reference))
        }
        let folder = base.path.hasSuffix("/") ? base.path : base.path + "/"
        // HTTPSURL refuses dot segments, so a reference of dots cannot change the path.
        guard base.query == nil, let url = HTTPSURL(origin: base.origin, path: folder + path) else {
            throw .badURL("The path of the call \(endpoint.rawValue) makes no valid HTTPS address.")
        }
        return url
    }

    /// Percent-encodes every byte except RFC 3986's unreserved characters (section 2.3).
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
