// must fail: expression is 'async' but is not marked with 'await'
// Whether Bluetooth may be used is for the person to say.
import CredentialSharing

enum Sample {
    static func ask(_ radio: CoreBluetoothRadio) async -> RadioState { radio.requestAuthorization() }
}
