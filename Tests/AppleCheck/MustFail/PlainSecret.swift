// must fail: cannot convert value of type 'String' to expected argument type 'HostSecret'
// An app's secrets come as such; only a sample's literal is taken as it stands.
import CashBaba

enum Sample {
    static func args(_ secret: String) -> NavigationArgs {
        NavigationArgs(type: .SET_PIN, environment: .demo, clientId: "", clientSecret: secret)
    }
}
