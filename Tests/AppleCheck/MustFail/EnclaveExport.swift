// must fail: value of type 'EnclaveKey' has no member 'scalar'
// What the Secure Enclave keeps cannot be taken out.
import JourneyBase
import JourneyDevice

enum Sample {
    static func take(_ key: EnclaveKey) -> Secret { key.scalar() }
}
