// must fail: cannot convert value of type 'String' to expected argument type '[UInt8]'
// What App Attest covers is a digest, and no text that somebody has put together.
import JourneyDevice

enum Sample {
    static func prove(_ attestor: AppAttestor, _ key: [UInt8]) async throws -> [UInt8] {
        try await attestor.assert(key, clientDataHash: "hello")
    }
}
