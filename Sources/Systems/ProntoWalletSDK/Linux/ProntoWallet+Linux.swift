import JourneyBase
import JourneyDevice

extension ProntoWallet {
    /// Returns the platform's transport: libcurl.
    static func transport(_ trust: TLSTrust) -> any HTTPTransport {
        CurlTransport(trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)")
    }
}
