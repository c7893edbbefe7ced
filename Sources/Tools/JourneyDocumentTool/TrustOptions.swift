import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

/// The options of commands that verify documents and lists.
enum TrustOptions {
    static let policy = Option(
        .policy, value: .choice(AcceptancePolicy.known.map(\.name)),
        help: "Policy of the checks: what is refused, and what gives a warning",
        defaultText: AcceptancePolicy.isoAnnexB.name)

    /// The options of commands that verify documents.
    static let documents = [
        Option(
            .trust, "t", value: .directory, help: "Authorities to trust: a folder or a file, PEM or DER",
            isRepeated: true),
        Option(
            .vical, value: .file, help: "A list of authorities to trust, signed by one of --vical-trust or --vical-pin",
            isRepeated: true),
        Option(.vicalTrust, value: .directory, help: "Authorities that may sign those lists", isRepeated: true),
        Option(
            .vicalPin, value: .directory, help: "Certificates of providers of lists, to trust as such", isRepeated: true
        ),
        Option(.vicalLeast, value: .integer(0...Int.max), help: "Issue number of the newest known list"),
        policy,
        Option(.crl, value: .file, help: "A revocation list of an authority, PEM or DER", isRepeated: true),
        Option(.statusToken, value: .file, help: "A signed status list or identifier list", isRepeated: true),
    ]

    /// Returns the policy that was given, by default the standard's.
    static func policy(_ invocation: Invocation) -> AcceptancePolicy {
        let name = invocation.value(.policy)
        return AcceptancePolicy.known.first { $0.name == name } ?? .isoAnnexB
    }

    /// Returns a verifier of documents with the authorities, lists and policy that were given.
    static func verifier(
        _ invocation: Invocation, at time: Date, templates: [DocumentTemplate] = DocumentTemplate.known
    ) throws -> DocumentVerifier {
        let policy = policy(invocation)
        var trust = IssuerTrust()
        for path in invocation.values(.trust) {
            for anchor in try CertificateFiles.anchors(path, by: policy) { try trust.add(anchor.certificate) }
        }
        let lists = invocation.values(.vical)
        if !lists.isEmpty {
            let signers = try signers(invocation, .vicalTrust, .vicalPin, policy)
            guard !signers.anchors.isEmpty || !signers.pinned.isEmpty else {
                throw CommandError.usage(
                    "--vical requires --vical-trust or --vical-pin, the certificates that may sign the list.")
            }
            for path in lists {
                let bytes = try InputFile.bytes(path, invocation, as: .trusted)
                try add(try list(bytes, path), path, signers, policy, time, invocation, to: &trust)
            }
        }
        return DocumentVerifier(
            trust: trust, revocationLists: try invocation.values(.crl).flatMap(CertificateFiles.revocationLists),
            statusTokens: try invocation.values(.statusToken).map { try token($0, invocation) }, templates: templates,
            policy: policy)
    }

    private static func add(
        _ list: VICAL, _ path: String, _ signers: VICAL.Signers, _ policy: AcceptancePolicy, _ time: Date,
        _ invocation: Invocation, to trust: inout IssuerTrust
    ) throws {
        let seen = invocation.integer(.vicalLeast).map { VICAL.Seen(issueID: UInt64($0)) }
        do throws(VICAL.VerificationError) {
            let verdict = try trust.add(
                list, by: policy, signers: signers, at: time, seen: seen)
            for warning in verdict.warnings {
                invocation.terminal.talk("Warning: \(path): \(warning.detail) (\(warning.code)).")
            }
        } catch {
            throw CommandError(.refused, code: error.code, "The list \(path) failed verification: \(error.detail).")
        }
    }

    /// Returns the signers of lists that two options name.
    static func signers(
        _ invocation: Invocation, _ trust: OptionName, _ pin: OptionName, _ policy: AcceptancePolicy
    ) throws -> VICAL.Signers {
        VICAL.Signers(
            anchors: try invocation.values(trust).flatMap { try CertificateFiles.anchors($0, by: policy) },
            pinned: try invocation.values(pin).flatMap { try CertificateFiles.some($0, by: policy) })
    }

    static func list(_ bytes: [UInt8], _ path: String) throws -> VICAL {
        try Support.parse(path) { () throws(CBORError) in try VICAL(bytes[...]) }
    }

    /// Returns a status token in CWT or JWT.
    static func token(_ path: String, _ invocation: Invocation) throws -> StatusToken {
        let raw = try InputFile.raw(path, as: .trusted)
        let text = raw.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        // A JWS is base64url with dots, and stays as it is.
        let isJWS = text.starts(with: Array("eyJ".utf8)) && text.contains(UInt8(ascii: "."))
        let bytes = isJWS ? text : try InputFile.decoded(raw, path, invocation)
        return try Support.parse(path) { () throws(CBORError) in try StatusToken(bytes[...]) }
    }
}
