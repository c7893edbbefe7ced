import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness

/// The pass service of a sandbox on this machine, from the output of `journey serve`.
struct SandboxPasses: Sendable {
    /// The base URL of the service's calls.
    let address: HTTPSURL
    private let apiTokenFile: String
    /// The reference ids of tags with a pass.
    let tags: [String]
    let anchor: TrustAnchor
    /// The authority of its TLS server, PEM.
    let authorityPEM: String
    /// The origin of the fake APNs; `nil` when nothing is pushed.
    let pushes: Origin?

    /// Finds the sandbox that the command line names, or the running one; `nil` when there is none or it has no passes.
    init?(_ invocation: Invocation) throws {
        let named = invocation.value(.sandbox)
        let path = named ?? "\(DefaultLocations.state(invocation))/\(SandboxReadiness.runningFile)"
        guard named != nil || FileManager.default.fileExists(atPath: path) else { return nil }
        let value = JSONValue.object(try PassFile.object(path, isTrusted: true))
        guard let passes = value["passes"], passes != .null else {
            guard named == nil else { throw SandboxPasses.invalid("The sandbox has no pass service.") }
            return nil
        }
        guard let address = passes["address"]?.string.flatMap({ HTTPSURL($0) }),
            let token = passes["apiTokenFile"]?.string, let tags = passes["tags"]?.array?.compactMap(\.string),
            let authority = passes["authority"]?.string, let pem = value["authorityPem"]?.string
        else { throw SandboxPasses.invalid("\(path) is not the output of journey serve --json.") }
        // A forged file must not direct the wallet to another host.
        guard WalletNetwork.isHere(address.origin.host) else {
            throw SandboxPasses.invalid(
                "A sandbox's pass service must be on this machine, not at \(address.origin.host).")
        }
        guard let root = try? Certificate.list(pem: authority).first, let anchor = try? TrustAnchor(root) else {
            throw SandboxPasses.invalid("The sandbox's authority for passes is not a valid certificate.")
        }
        let pushes = passes["pushes"]?.string.flatMap { HTTPSURL($0)?.origin }
        guard pushes.map({ WalletNetwork.isHere($0.host) }) ?? true else {
            throw SandboxPasses.invalid("A sandbox's fake APNs must be on this machine.")
        }
        self.pushes = pushes
        self.address = address
        apiTokenFile = token
        self.tags = tags
        self.anchor = anchor
        authorityPEM = pem
    }

    /// Returns the API token for the tags. Throws `CommandError` when the file is missing or readable by others.
    func apiToken() throws(CommandError) -> String {
        try BoundedFile.secret(apiTokenFile).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func invalid(_ sentence: String) -> CommandError {
        CommandError.badInput(.sandboxInvalid, sentence)
    }
}
