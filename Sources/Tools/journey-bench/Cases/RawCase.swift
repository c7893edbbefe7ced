import JourneyBase
import JourneyCrypto

/// What `openssl speed` does not measure, against plain calls of the library in this process.
enum RawCase {
    @Sendable static func figures(_ bench: Workbench) async throws -> [Figure] {
        let raw = try RawPrimitives()
        let key = try RSAPrivateKey.generate()
        let secret = Secret(copying: [UInt8](repeating: 1, count: 32))
        let (salt, info) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 1, count: 16))
        let ciphertext = try key.publicKey.encryptOAEP(secret)
        let derive = try bench.sampler.calculate(floor: { try raw.derive() }) {
            keep(HKDFSHA256.derive(from: secret, salt: salt, info: info, count: 32))
        }
        let encrypt = try bench.sampler.calculate(floor: { try raw.encrypt() }) {
            keep(try key.publicKey.encryptOAEP(secret))
        }
        let decrypt = try bench.sampler.calculate(floor: { try raw.decrypt() }) {
            keep(try key.decryptOAEP(ciphertext))
        }
        return [
            Figure("HKDF-SHA-256, 32 B", floor: "the same calls in C", derive, aim: SpeedCase.aim),
            Figure("RSA-2048 OAEP, encrypt", floor: "the same calls in C", encrypt, aim: SpeedCase.aim),
            Figure("RSA-2048 OAEP, decrypt", floor: "the same calls in C", decrypt, aim: SpeedCase.aim),
        ]
    }
}
