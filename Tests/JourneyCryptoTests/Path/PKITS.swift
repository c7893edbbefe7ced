import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

/// NIST's Public Key Interoperability Test Suite (version 1.0.1), from `cryptography-vectors`: 223 end entities, each with the
/// verdict in its title.
struct PKITS {
    /// The code of a refusal.
    typealias Refusal = String

    static let isPresent = Vectors.has("pkits/certs")
    /// A time at which everything that should be valid is valid.
    static let time = Date(timeIntervalSince1970: 1_577_836_800)

    /// The titles, sorted.
    let titles: [String]
    private let anchor: TrustAnchor
    /// The authorities by the letters of their names, so that few names must be compared. Unparsable ones are omitted.
    private let authorities: [String: [Certificate]]
    private let lists: [String: [RevocationList]]

    init() throws {
        let names = try Vectors.names(in: "pkits/certs").filter { $0.hasSuffix(".crt") }
        titles = names.filter { $0.hasSuffix("EE.crt") }.map { String($0.dropLast("EE.crt".count)) }
        authorities = Dictionary(
            grouping: names.filter { !$0.hasSuffix("EE.crt") }.compactMap { try? Certificate(Self.bytes("certs", $0)) }
        ) { Self.letters($0.subject) }
        lists = Dictionary(
            grouping: try Vectors.names(in: "pkits/crls").compactMap { try? RevocationList(Self.bytes("crls", $0)) }
        ) { Self.letters($0.issuer) }
        anchor = try TrustAnchor(Certificate(Self.bytes("certs", "TrustAnchorRootCertificate.crt")))
    }

    private static func bytes(_ folder: String, _ name: String) throws -> [UInt8] {
        try Vectors.bytes("pkits/\(folder)/\(name)")
    }

    /// Returns the lower-case letters and digits of a name; matching names have the same.
    private static func letters(_ name: DistinguishedName) -> String {
        String(decoding: name.description.lowercased().utf8.filter { (0x30...0x7A).contains($0) }, as: UTF8.self)
    }

    /// Returns the reason for refusing the end entity of this title, or `nil` when it is accepted. All suitable authorities and
    /// all their lists are supplied.
    func refusal(of title: String) throws -> Refusal? {
        let bytes = try Self.bytes("certs", title + "EE.crt")
        let leaf: Certificate
        do throws(DERError) { leaf = try Certificate(bytes) } catch { return "UNREADABLE" }
        var given: [Certificate] = []
        var queue = [leaf]
        while let next = queue.popLast() {
            for authority in authorities[Self.letters(next.issuer)] ?? []
            where next.issuer.matches(authority.subject) && authority != anchor.certificate
                && !given.contains(authority)
            {
                given.append(authority)
                queue.append(authority)
            }
        }
        let names = Set(([anchor.certificate] + given).map { Self.letters($0.subject) })
        let validator = CertificateValidator(anchors: [anchor], profile: .signer, revocation: .required)
        do throws(CertificateError) {
            _ = try validator.validate(
                leaf, intermediates: given, at: Self.time, revocationLists: names.flatMap { lists[$0] ?? [] })
            return nil
        } catch {
            return error.reason.rawValue
        }
    }

    /// Returns the suite's own verdict with its default settings, without required policies. The titles of the policy tests do
    /// not contain it.
    static func isValid(_ title: String) -> Bool {
        !title.hasPrefix("Invalid") && !policiesThatDiffer.contains(title)
    }

    /// The titles of sections 4.8.4, 4.8.5, 4.8.7 to 4.8.9 and 4.8.12, in which an authority requires a policy and none is left.
    private static let policiesThatDiffer: Set<String> = [
        "DifferentPoliciesTest4", "DifferentPoliciesTest5", "DifferentPoliciesTest7", "DifferentPoliciesTest8",
        "DifferentPoliciesTest9", "DifferentPoliciesTest12",
    ]
}
