public import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage

extension EndpointProfile {
    /// Creates a profile from the JSON file that a bank gives its partners. `journey serve --json` prints the sandbox's.
    ///
    /// Members: `gateway`, an https address; `pins`, which maps hosts to two or more SHA-256 digests of keys in base64; `anchor`
    /// with `issuer`, `environment` and `keys`; `remoteKeys`, a JWK set; and `authorityPem`, the certificate authority of the
    /// bank's servers. Without `authorityPem`, the system's authorities are trusted. Other members are ignored.
    ///
    /// - Parameters:
    ///   - json: The file's bytes, 1 MiB at most.
    ///   - name: The file's name, for error messages.
    /// - Throws: `CONFIGURATION_INVALID`. The message names the member and, with a `name`, its line and column.
    public init(json: some Sequence<UInt8>, name: String? = nil) throws(JourneyError) {
        self = try JSONFile.read(
            Array(json), name: name, code: .configurationInvalid, limits: JSONLimits(bytes: 1 << 20, depth: 16)
        ) { profile throws(Refusal) in
            let authority = profile.member("authorityPem").flatMap { $0.value == .null ? nil : $0 }
            return EndpointProfile(
                gateway: try profile.required("gateway").address(),
                trust: TLSTrust(
                    authorities: try authority.map { authority throws(Refusal) in [try authority.text()] } ?? [],
                    pins: try EndpointProfile.pins(profile.required("pins"))),
                manifestAnchor: try ManifestAnchor(reading: profile.required("anchor")),
                remoteConfigurationKeys: try EndpointProfile.keys(profile.required("remoteKeys")))
        }
    }

    private static func pins(_ hosts: Reading) throws(Refusal) -> PinPolicy {
        var pins: [String: [String]] = [:]
        for (host, digests) in try hosts.members() {
            for digest in try digests.elements() { pins[host, default: []].append(try digest.text()) }
        }
        do { return try PinPolicy(pins: pins) } catch { throw Refusal(error.code, at: hosts.path, error.message) }
    }

    private static func keys(_ set: Reading) throws(Refusal) -> JWKSet {
        do { return try JWKSet(set.value) } catch { throw set.refusal("is not a JWK set of public keys: \(error)") }
    }
}
