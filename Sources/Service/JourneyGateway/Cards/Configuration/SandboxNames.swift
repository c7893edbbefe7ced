import Foundation
import JourneyBase

/// Whether something is called a sandbox's: production refuses it, by its host, its path or its own text.
enum SandboxNames {
    /// Names that lead nowhere but to tests (RFC 2606, RFC 6761).
    private static let reserved: Set<Substring> = ["localhost", "test", "example", "invalid", "local"]

    /// An address of a sandbox's or of this machine's, or one without a name.
    static func name(_ url: HTTPSURL) -> Bool {
        let labels = url.origin.host.split(separator: ".")
        guard let last = labels.last, !reserved.contains(last), !last.allSatisfy(\.isNumber) else { return true }
        return name(url.description)
    }

    static func name(_ text: String) -> Bool {
        ["sandbox", "staging"].contains { text.range(of: $0, options: .caseInsensitive) != nil }
    }

    static func name(_ secret: Secret) -> Bool { secret.withBytes { name(String(decoding: $0, as: UTF8.self)) } }
}
