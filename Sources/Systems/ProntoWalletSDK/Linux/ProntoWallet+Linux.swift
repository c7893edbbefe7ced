import JourneyBase
import JourneyDevice

extension ProntoWallet {
    /// The network of this system: libcurl.
    static func transport(_ trust: TLSTrust) -> any HTTPTransport {
        CurlTransport(trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)")
    }
}
