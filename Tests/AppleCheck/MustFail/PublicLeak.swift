// must fail: method cannot be declared public because its parameter uses an internal type
// An import is internal unless it says otherwise.
import Security

public enum Sample {
    public static func publicKey(of key: SecKey) -> Bool { SecKeyCopyPublicKey(key) != nil }
}
