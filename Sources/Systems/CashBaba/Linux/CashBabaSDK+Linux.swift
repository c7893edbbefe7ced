import JourneyBase
import JourneyDevice

extension CashBabaSDK {
    /// The system's HTTP transport, over libcurl.
    static func transport(_ trust: TLSTrust) -> any HTTPTransport {
        CurlTransport(trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)")
    }
}
