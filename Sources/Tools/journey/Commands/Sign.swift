import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyLanguage
import JourneyOpenAPITool
import JourneySandbox

extension JourneyCommand {
    static let sign: Command = Command(
        "sign", summary: "signs a manifest, a key set, or a remote configuration",
        discussion: [
            "Prints the manifest in its canonical form with a detached JWS in `signature`; with --key-set, a key set of"
                + " manifest keys signed the same way; with --remote, a remote configuration as a compact JWS. Without --key it"
                + " uses the development key for that purpose, which only a sandbox trusts."
        ],
        arguments: [Argument(.manifest, help: "the document; - reads standard input")],
        options: [
            Option(.key, "k", value: .file, help: "The P-256 private key in PEM, readable by its owner only"),
            Option(.kid, value: .text("KID"), help: "The key ID", defaultText: "its thumbprint"),
            Option(.openapi, value: .file, help: "Pin this bundle by setting oapiSha256; of YAML, its bundle"),
            Option(.keySet, help: "The document is a key set, and the key is a root key"),
            Option(.remote, help: "The document is a remote configuration"),
            Option(.output, "o", value: .file, help: "Write to this file", defaultText: "standard output"),
            Support.stateOption,
        ] + OpenAPIInput.options,
        examples: [
            .init("journey sign manifest.json --openapi openapi.json -o signed.json", "Pins the bundle and signs."),
            .init("journey sign --key-set keys.json --key root.pem -o manifest-keys.json", "Signs a key set."),
            .init("journey sign --remote remote.json -o remote-configuration.jws", "Signs a remote configuration."),
        ]
    ) { invocation in
        if invocation.has(.remote), invocation.has(.keySet) {
            throw CommandError.usage("--key-set and --remote cannot be combined.")
        }
        var manifest = try Support.readJSON(try invocation.required(.manifest))
        if case .object(var members) = manifest,
            let path = invocation.value(.openapi)
        {
            let input = try Support.openAPI(path, for: manifest.compactBytes, invocation)
            members["oapiSha256"] = .string(Hex.encode(SHA256.hash(input.bytes)))
            manifest = .object(members)
        }
        let (key, kid) = try signingKey(invocation)
        if invocation.has(.remote) || invocation.has(.keySet) {
            let signed =
                try invocation.has(.keySet)
                ? ManifestKeySet.sign(manifest, key: key, kid: kid) + [UInt8(ascii: "\n")]
                : await RemoteConfiguration.sign(manifest, key: key, kid: kid) + [UInt8(ascii: "\n")]
            guard let path = invocation.value(.output) else {
                invocation.terminal.data(String(decoding: signed, as: UTF8.self), end: "")
                return .done
            }
            try Support.write(signed, to: path)
            invocation.terminal.talk("Signed with \(kid).")
            return .done
        }
        let signed = try await ManifestSigner.sign(manifest, key: key, kid: kid)
        if let path = invocation.value(.output) {
            try Support.write(signed.compactBytes + [UInt8(ascii: "\n")], to: path)
            invocation.terminal.talk("Signed with \(kid).")
            if invocation.terminal.isJSON { invocation.terminal.json(["kid": .string(kid), "file": .string(path)]) }
        } else {
            invocation.terminal.json(signed)
        }
        return .done
    }

    private static func signingKey(_ invocation: Invocation) throws -> (P256PrivateKey, String) {
        guard let path = invocation.value(.key) else {
            let state = try Support.state(invocation)
            let key =
                invocation.has(.keySet)
                ? state.rootKey : invocation.has(.remote) ? state.remoteKey : state.manifestKey
            return (key, invocation.value(.kid) ?? key.publicKey.thumbprint)
        }
        let text = String(decoding: try Support.read(path, as: .secret), as: UTF8.self)
        guard let key = try? P256PrivateKey(pem: text) else {
            throw CommandError.badInput(.keyInvalid, "\(path) has no P-256 private key in PEM.")
        }
        return (key, invocation.value(.kid) ?? key.publicKey.thumbprint)
    }
}
