import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import WalletPass

extension PassCommands {
    static let verify = Command(
        "verify", summary: "checks whether Wallet would accept a pass, and lists its problems",
        discussion: [
            "Checks the archive, the digest of each file, the signature and its chain, the signer against pass type and"
                + " team, and everything that Wallet is known to refuse or ignore.",
            "Status 0: trusted and without an error. 2: not a pass. 3: not trusted, or Wallet would refuse it.",
        ],
        arguments: [Argument(.pass, help: "a .pkpass, or a .pkpasses with several")],
        options: Trust.options + [
            Option(.at, value: .text("TIME"), help: "At this time, as in 2026-01-31T12:00:00Z", defaultText: "now"),
            DefaultLocations.stateOption,
        ],
        examples: [
            .init("journey pass verify ticket.pkpass --trust AppleRootCA.pem", "With Apple's chain."),
            .init("journey pass verify ticket.pkpass --json", "Each problem with its code, for programs."),
        ]
    ) { invocation in
        let path = try invocation.required(.pass)
        let (trust, time) = (try Trust(invocation), try invocation.time(.at))
        let passes = try PassArchive.passes(in: PassFile.read(path), path)
        let found = passes.map { trust.verifier.examine($0, at: time) }
        let terminal = invocation.terminal
        if terminal.isJSON {
            terminal.json(["file": .string(path), "passes": .array(found.map(json))])
        } else {
            for (index, one) in found.enumerated() {
                printText(one, found.count == 1 ? path : "\(path), pass \(index + 1)", terminal)
            }
        }
        return found.allSatisfy(isGood) ? .done : .refused
    }

    private static func isGood(_ found: PassVerifier.Examination) -> Bool {
        found.verified != nil && !found.faults.contains { $0.severity == .error }
    }

    private static func json(_ found: PassVerifier.Examination) -> JSONValue {
        var members: [String: JSONValue] = [
            "good": .bool(isGood(found)), "believed": .bool(found.verified != nil),
            "failures": .array(
                found.failures.map { ["code": .string($0.code), "message": .string("\($0)")] }),
            "faults": .array(found.faults.map(FaultText.json)), "files": .number(JSONNumber(found.files.count)),
        ]
        if let verified = found.verified {
            members["passTypeIdentifier"] = .string(verified.names.passTypeIdentifier)
            members["teamIdentifier"] = .string(verified.names.teamIdentifier)
            members["serialNumber"] = .string(verified.serialNumber)
            members["signed"] = .string(verified.signingTime.formatted(.iso8601))
            members["chain"] = .array(verified.path.certificates.map { .string("\($0.subject)") })
            members["standIn"] = .bool(Chain.isStandIn(verified.path))
        }
        return .object(members)
    }

    private static func printText(_ found: PassVerifier.Examination, _ name: String, _ terminal: Terminal) {
        let style = terminal.style
        for failure in found.failures {
            // The message may contain a file name from the pass.
            terminal.talk(
                "\(style.red("not trusted:")) \(CleanText.of("\(failure)")) " + style.code(failure.code))
        }
        for fault in found.faults { terminal.talk(FaultText.line(fault, style)) }
        guard let verified = found.verified else {
            return terminal.data("\(style.red("✗")) \(name): not trusted.")
        }
        let rows =
            [
                ["pass type", verified.names.passTypeIdentifier], ["team", verified.names.teamIdentifier],
                ["serial", verified.serialNumber], ["signed", verified.signingTime.formatted(.iso8601)],
            ]
            + verified.path.certificates.enumerated().map { [$0.offset == 0 ? "chain" : "", "\($0.element.subject)"] }
        terminal.data(
            isGood(found)
                ? "\(style.green("✓")) \(name): Wallet would accept it."
                : "\(style.red("✗")) \(name): Wallet refuses it."
        )
        for row in rows {
            terminal.data("  " + row[0].padding(toLength: 11, withPad: " ", startingAt: 0) + CleanText.of(row[1]))
        }
        if Chain.isStandIn(verified.path) { terminal.talk(style.dim(Chain.standInNote)) }
    }
}

/// A file with one pass or several.
enum PassArchive {
    static func passes(in bytes: [UInt8], _ path: String) throws(CommandError) -> [[UInt8]] {
        if path.hasSuffix(".pkpasses") {
            do throws(ZipError) { return try PassBuilder.passes(inBundle: bytes) } catch {
                throw CommandError.badInput(.bundleInvalid, "\(path) is not a file of one to ten passes.")
            }
        }
        guard bytes.starts(with: [0x50, 0x4B]) else {
            throw CommandError.badInput(.passArchive, "\(path) is not a pass: it is not a zip archive.")
        }
        return [bytes]
    }
}
