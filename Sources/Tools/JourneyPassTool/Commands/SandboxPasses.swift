import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness

/// The pass service of a sandbox on this machine, from what `journey serve` has said.
struct SandboxPasses: Sendable {
    /// What the service's calls stand below.
    let address: HTTPSURL
    private let apiTokenFile: String
    /// Reference ids of tags with a pass.
    let tags: [String]
    let anchor: TrustAnchor
    /// Whom to believe about its server.
    let authorityPEM: String
    /// The stand-in for APNs; `nil`: nothing is pushed.
    let pushes: Origin?

    /// The one that the command line names, or that runs; `nil` when none does, or it has no passes.
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
        else { throw SandboxPasses.invalid("\(path) is not what journey serve --json prints.") }
        // A file of somebody else's could send this wallet anywhere.
        guard WalletNetwork.isHere(address.origin.host) else {
            throw SandboxPasses.invalid("A sandbox's pass service is on this machine, not at \(address.origin.host).")
        }
        guard let root = try? Certificate.list(pem: authority).first, let anchor = try? TrustAnchor(root) else {
            throw SandboxPasses.invalid("The sandbox's authority over passes is no certificate.")
        }
        let pushes = passes["pushes"]?.string.flatMap { HTTPSURL($0)?.origin }
        guard pushes.map({ WalletNetwork.isHere($0.host) }) ?? true else {
            throw SandboxPasses.invalid("A sandbox's stand-in for APNs is on this machine.")
        }
        self.pushes = pushes
        self.address = address
        apiTokenFile = token
        self.tags = tags
        self.anchor = anchor
        authorityPEM = pem
    }

    /// What opens the tags. Throws `CommandError` when the file is gone, or others may read it.
    func apiToken() throws(CommandError) -> String {
        try BoundedFile.secret(apiTokenFile).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func invalid(_ sentence: String) -> CommandError {
        CommandError.badInput("SANDBOX_INVALID", sentence)
    }
}
