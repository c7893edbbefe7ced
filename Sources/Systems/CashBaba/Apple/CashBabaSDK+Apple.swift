import JourneyBase
import JourneyDevice

extension CashBabaSDK {
    /// The system's HTTP transport, over URLSession.
    static func transport(_ trust: TLSTrust) -> any HTTPTransport {
        SessionTransport(trust: trust, userAgent: "JourneyKit/\(JourneyKitVersion.current)")
    }
}
