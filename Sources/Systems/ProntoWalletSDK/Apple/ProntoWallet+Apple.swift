import JourneyBase
import JourneyDevice

extension ProntoWallet {
    /// Returns the platform's transport: URLSession.
    static func transport(_ trust: TLSTrust) -> any HTTPTransport {
        SessionTransport(trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)")
    }
}
