import Foundation

/// The face of a simulator, as *Features ▸ Face ID ▸ Matching Face* in its menu shows one. It must be enrolled before.
enum SimulatedFace {
    /// Matches the enrolled face.
    static func matches() {
        let name = CFNotificationName("com.apple.BiometricKit_Sim.pearl.match" as NSString)
        CFNotificationCenterPostNotification(CFNotificationCenterGetDarwinNotifyCenter(), name, nil, nil, true)
    }
}
