import Foundation
import JourneyBase

/// Recognises sandbox hosts, paths and values, which production refuses.
enum SandboxNames {
    /// Top-level names reserved for tests and local use (RFC 2606, RFC 6761).
    private static let reserved: Set<Substring> = ["localhost", "test", "example", "invalid", "local"]

    /// `true` for an address of a sandbox or this machine, or one without a host name.
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
