import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let checkVICAL = Command(
        "check", summary: "verifies a list and shows its authorities, warnings and entries left out",
        discussion: [
            "The policy decides which rules are enforced and which give warnings. A list that names no authority that the"
                + " policy accepts is refused.",
            "--keep stores the list, if it is good, in a folder, and refuses older ones of its provider from then on. When a"
                + " list fails, the last good one there is named with its age.",
        ],
        arguments: [Argument(.list, help: "the list; - reads standard input")],
        options: [
            Option(
                .trust, "t", value: .directory, help: "Authorities of providers to trust, PEM or DER", isRepeated: true),
            Option(
                .pin, value: .directory, help: "A provider's own certificate to trust, PEM or DER", isRepeated: true),
            TrustOptions.policy,
            Option(.least, value: .integer(0...Int.max), help: "Issue number of the newest known list"),
            Option(.leastDate, value: .text("TIME"), help: "Date of the newest known list"),
            Option(.keep, value: .directory, help: "Folder of the last good list of each provider"),
            Option(
                .crl, value: .file, help: "A revocation list of a provider's authority, PEM or DER", isRepeated: true),
            Support.timeOption, InputFile.formOption,
        ],
        examples: [
            .init(
                "journey mdoc vical check list.cbor --trust provider.pem", "Status 3 when the list fails verification."),
            .init(
                "journey mdoc vical check list.cbor --pin signer.pem --policy eu-pid",
                "Trusts the provider's certificate itself, under the European policy."),
        ]
    ) { invocation in
        let check = try ListCheck(invocation)
        let text = VICALText(check)
        let terminal = invocation.terminal
        terminal.print(text.json, or: text.text(terminal.style))
        if let refusal = check.refusal {
            terminal.talk(
                terminal.style.red("The list failed verification: \(refusal.detail)") + " "
                    + terminal.style.code(refusal.code))
            if let kept = check.kept {
                let days = Int(check.time.timeIntervalSince(kept.date) / 86_400)
                terminal.talk(
                    "The last good list of \(kept.provider) is of \(kept.date.formatted(.iso8601)), \(days) days old.")
            }
            return .refused
        }
        try check.keep(invocation)
        terminal.talk(
            terminal.style.green("The list is signed by a trusted provider and accepted under \(check.policy)."))
        return .done
    }
}

/// One list with its verification.
struct ListCheck {
    let list: VICAL
    let policy: AcceptancePolicy
    let time: Date
    /// The verdict; `nil` for a list that failed.
    let verdict: VICAL.Verdict?
    /// The reason why the list is refused; `nil` for a good list.
    let refusal: VICAL.VerificationError?
    /// The last good list of the provider, if the folder has one.
    let kept: VICAL?
    private let bytes: [UInt8]

    init(_ invocation: Invocation) throws {
        let path = try invocation.required(.list)
        bytes = try InputFile.bytes(path, invocation)
        let list = try TrustOptions.list(bytes, path)
        self.list = list
        policy = TrustOptions.policy(invocation)
        time = try invocation.time(.at)
        let file = invocation.value(.keep).map { ListCheck.file(of: list.provider, in: $0) }
        if let file, FileManager.default.fileExists(atPath: file) {
            kept = try TrustOptions.list(try InputFile.raw(file, as: .trusted), file)
        } else {
            kept = nil
        }
        var seen = kept.map { VICAL.Seen($0) } ?? VICAL.Seen()
        if let number = invocation.integer(.least) { seen.issueID = max(seen.issueID ?? 0, UInt64(number)) }
        if invocation.value(.leastDate) != nil {
            seen.date = max(seen.date ?? .distantPast, try invocation.time(.leastDate))
        }
        let signers = try TrustOptions.signers(invocation, .trust, .pin, policy)
        let revocationLists = try invocation.values(.crl).flatMap(CertificateFiles.revocationLists)
        do throws(VICAL.VerificationError) {
            let found = try list.verify(
                by: policy, signers: signers, at: time, seen: seen, revocationLists: revocationLists)
            verdict = found
            refusal = found.accepted.isEmpty ? .empty : nil
        } catch {
            verdict = nil
            refusal = error
        }
    }

    /// Stores the list as the last good one of its provider, if a folder was given.
    func keep(_ invocation: Invocation) throws {
        guard let folder = invocation.value(.keep) else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try WholeFile.write(bytes, to: ListCheck.file(of: list.provider, in: folder))
    }

    /// Returns the path of a provider's list. Names are free text, so the file is named by a digest.
    private static func file(of provider: String, in folder: String) -> String {
        folder + "/" + Hex.encode(SHA256.hash(Array(provider.utf8)).prefix(16)) + ".vical"
    }
}

/// A checked list as text and as JSON.
struct VICALText {
    private let check: ListCheck

    init(_ check: ListCheck) { self.check = check }

    func text(_ style: Style) -> String {
        let list = check.list
        var lines = [
            "\(style.bold(list.provider)), of \(list.date.formatted(.iso8601))",
            "Checked under the policy \(check.policy).",
            "",
        ]
        guard let verdict = check.verdict else {
            let rows = list.authorities.map { row($0.certificate, $0.docTypes) }
            lines.append(TextLayout.table(["AUTHORITY (UNVERIFIED)", "UNTIL", "DOCUMENTS"], rows, style: style))
            return lines.joined(separator: "\n")
        }
        let rows = verdict.accepted.map { row($0.anchor.certificate, $0.docTypes) }
        lines.append(TextLayout.table(["AUTHORITY", "UNTIL", "DOCUMENTS"], rows, style: style))
        var remarks = verdict.warnings.map { "  The list: \($0.detail) \(style.code($0.code))" }
        for entry in verdict.accepted {
            remarks += entry.warnings.map {
                "  \(entry.anchor.certificate.subject): \($0.detail) \(style.code($0.code))"
            }
        }
        if !remarks.isEmpty { lines += ["", style.yellow("Warnings")] + remarks }
        if !verdict.leftOut.isEmpty {
            lines += ["", style.yellow("Entries left out")]
            lines += verdict.leftOut.map {
                "  \($0.index + 1), \($0.subject ?? "unreadable"): \($0.detail) \(style.code($0.code))"
            }
        }
        lines += [
            "",
            "\(list.entries.count) entries: \(verdict.accepted.count) authorities accepted, \(verdict.leftOut.count) left out,"
                + " \(remarks.count) warning\(remarks.count == 1 ? "" : "s").",
        ]
        return lines.joined(separator: "\n")
    }

    private func row(_ certificate: Certificate, _ docTypes: Set<DocumentType>) -> [String] {
        [
            "\(certificate.subject)", certificate.notAfter.formatted(.iso8601),
            docTypes.map(\.name).sorted().joined(separator: " "),
        ]
    }

    var json: JSONValue {
        let list = check.list
        var members: [String: JSONValue] = [
            "provider": .string(list.provider), "date": .string(list.date.formatted(.iso8601)),
            "nextUpdate": list.nextUpdate.map { .string($0.formatted(.iso8601)) } ?? .null,
            "issueID": list.issueID.map { .number(JSONNumber(Int64(clamping: $0))) } ?? .null,
            "policy": .string(check.policy.description), "entries": count(list.entries.count),
            "refusal": check.refusal.map { ["code": .string($0.code), "reason": .string($0.detail)] } ?? .null,
        ]
        guard let verdict = check.verdict else {
            // Nothing of an unverified list is a statement of its provider.
            members["authorities"] = .array(list.authorities.map { authority($0.certificate, $0.docTypes, []) })
            return .object(members)
        }
        members["isPinned"] = .bool(verdict.isPinned)
        members["warnings"] = .array(verdict.warnings.map(Support.json))
        members["authorities"] = .array(
            verdict.accepted.map { authority($0.anchor.certificate, $0.docTypes, $0.warnings) })
        members["leftOut"] = .array(
            verdict.leftOut.map { entry in
                [
                    "entry": count(entry.index), "subject": entry.subject.map { .string($0) } ?? .null,
                    "code": .string(entry.code), "reason": .string(entry.detail),
                ]
            })
        let warnings = verdict.accepted.reduce(verdict.warnings.count) { $0 + $1.warnings.count }
        members["counts"] = [
            "accepted": count(verdict.accepted.count), "leftOut": count(verdict.leftOut.count),
            "warnings": count(warnings),
        ]
        return .object(members)
    }

    private func authority(
        _ certificate: Certificate, _ docTypes: Set<DocumentType>, _ warnings: [AcceptanceWarning]
    ) -> JSONValue {
        [
            "subject": .string("\(certificate.subject)"),
            "docTypes": .array(docTypes.map(\.name).sorted().map { .string($0) }),
            "sha256": .string(Hex.encode(SHA256.hash(certificate.encoded))),
            "warnings": .array(warnings.map(Support.json)),
        ]
    }

    private func count(_ number: Int) -> JSONValue { .number(JSONNumber(Int64(number))) }
}
