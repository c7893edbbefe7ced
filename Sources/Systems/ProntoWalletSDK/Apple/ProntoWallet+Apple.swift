import JourneyBase
import JourneyDevice

extension ProntoWallet {
    /// The network of this system: URLSession.
    static func transport(_ trust: TLSTrust) -> any HTTPTransport {
        SessionTransport(trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)")
    }
}
