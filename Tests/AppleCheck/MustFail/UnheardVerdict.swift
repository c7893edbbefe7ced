// must fail: result of call to 'authenticate(reason:)' is unused
// A finger that nobody has looked at.
import JourneyDevice

enum Sample {
    static func ask(_ sensor: DeviceBiometrics) async { await sensor.authenticate(reason: "Confirm") }
}
