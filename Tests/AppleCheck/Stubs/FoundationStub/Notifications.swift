public import Foundation

// Apple: corefoundation/cfnotificationcenter
@available(iOS 3, macOS 10.0, *)
public final class CFNotificationCenter {}

// Apple: corefoundation/cfnotificationname
@available(iOS 3, macOS 10.0, *)
public struct CFNotificationName: Hashable, Sendable {
    public init(_: NSString) {}
}

// Apple: corefoundation/cfnotificationcentergetdarwinnotifycenter()
@available(iOS 3, macOS 10.4, *)
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { nil }

// Apple: corefoundation/cfnotificationcenterpostnotification(_:_:_:_:_:)
@available(iOS 3, macOS 10.0, *)
public func CFNotificationCenterPostNotification(
    _: CFNotificationCenter!, _: CFNotificationName, _: UnsafeRawPointer?, _: NSDictionary?, _: Bool
) {}

// Apple: foundation/nspredicate/init(format:_:)
@available(iOS 3, macOS 10.4, *)
extension NSPredicate {
    public convenience init(format _: String, _: any CVarArg...) { self.init(value: false) }
}
