import Foundation

/// A face that a simulator sees, as *Features ▸ Face ID ▸ Matching Face* of its menu shows one. It has to be enrolled before.
enum SimulatedFace {
    /// Says that the right person looked.
    static func matches() {
        let name = CFNotificationName("com.apple.BiometricKit_Sim.pearl.match" as NSString)
        CFNotificationCenterPostNotification(CFNotificationCenterGetDarwinNotifyCenter(), name, nil, nil, true)
    }
}
