import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import WalletPass

extension PassCommands {
    static let build = Command(
        "build", summary: "builds a signed pass from a template, or several in one file",
        discussion: [
            "Values are read from FOLDER.values.json where that is there, from --values, then from --set; a later one wins."
                + " With several --values and an output that ends in .pkpasses, each makes a pass.",
            "Without --signer, the certificate that journey dev certs --pass-type made for the template's pass type signs."
                + " Warnings do not keep a pass from being made; errors do.",
        ],
        arguments: [Argument(.template, kind: .directory, help: "the folder with pass.json")],
        options: [
            Option(.output, "o", value: .file, help: "The pass", defaultText: "TEMPLATE.pkpass"),
            Option(.values, "v", value: .file, help: "Values of a pass, a JSON object", isRepeated: true),
            Option(.set, value: .text("NAME=VALUE"), help: "One value; JSON, or otherwise text", isRepeated: true),
            Option(.signer, value: .file, help: "A pass-type certificate with its key, PKCS#12"),
            Option(.passwordFile, value: .file, help: "Its password: the first line of a file that only you can read"),
            Option(.intermediate, value: .file, help: "A certificate for the chain, when the PKCS#12 lacks it"),
            Option(.stored, help: "Leave files as they are instead of deflating them"), DefaultLocations.stateOption,
        ],
        examples: [
            .init("journey pass build ticket --set seat=14A", "One pass, with the development certificate."),
            .init(
                "journey pass build ticket --signer pass.p12 --password-file pass.txt -v ada.json -v bob.json -o all.pkpasses",
                "Two in one file."),
        ]
    ) { invocation in
        let folder = try invocation.required(.template)
        let template = PassTemplate(files: try TemplateFolder.read(folder))
        let values = try values(invocation, beside: folder)
        let output = invocation.value(.output) ?? GeneratedTemplate.file(".pkpass", beside: folder)
        let isBundle = output.hasSuffix(".pkpasses")
        guard values.count == 1 || isBundle else {
            throw CommandError.usage("Several passes go into one file whose name ends in .pkpasses.")
        }
        let filled = try values.map { values throws(CommandError) in
            do throws(PassTemplate.Failure) { return try template.filled(with: values) } catch {
                throw TemplateFailure.of(error, folder)
            }
        }
        let signer = try Signer.choose(invocation, for: filled[0])
        let builder = PassBuilder(signer: signer, isDeflated: !invocation.has(.stored))
        var (passes, faults): ([[UInt8]], [PassFault]) = ([], [])
        for files in filled {
            faults += PassCheck.faults(in: files, signer: signer.names)
            guard !faults.contains(where: { $0.severity == .error }) else { break }
            passes.append(try make(files, builder))
        }
        let isGood = passes.count == filled.count
        if isGood { try PassFile.write(isBundle ? bundle(passes) : passes[0], to: output) }
        FaultText.report(
            faults, invocation.terminal,
            [
                "output": isGood ? .string(output) : .null, "passes": .number(JSONNumber(passes.count)),
                "passTypeIdentifier": .string(signer.names.passTypeIdentifier),
            ], isGood ? "\(output)  \(passes.count == 1 ? "1 pass" : "\(passes.count) passes")" : nil)
        return isGood ? .done : .refused
    }

    private static func make(_ files: [String: [UInt8]], _ builder: PassBuilder) throws(CommandError) -> [UInt8] {
        do throws(PassBuilder.Failure) { return try builder.build(files, at: Date()) } catch {
            switch error {
            case .crypto:
                throw CommandError.failed(.signingFailed, "Signing the pass with the certificate's key failed.")
            case .archive:
                throw CommandError.badInput(.passTooLarge, "The pass's files exceed the limits of a zip archive.")
            case .faults: throw CommandError(.refused, code: .passInvalid, "Wallet would refuse this pass.")
            }
        }
    }

    private static func bundle(_ passes: [[UInt8]]) throws(CommandError) -> [UInt8] {
        do throws(ZipError) { return try PassBuilder.bundle(passes) } catch {
            throw CommandError.badInput(.bundleTooLarge, "A .pkpasses file can hold at most ten passes and 150 MB.")
        }
    }

    /// Returns the values of each pass.
    private static func values(_ invocation: Invocation, beside folder: String) throws -> [[String: JSONValue]] {
        let own = GeneratedTemplate.valuesFile(of: folder)
        let base = FileManager.default.fileExists(atPath: own) ? try PassFile.object(own) : [:]
        var set: [String: JSONValue] = [:]
        for pair in invocation.values(.set) {
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                throw CommandError.usage("--set takes NAME=VALUE, not ‘\(pair)’.")
            }
            let text = String(pair[pair.index(after: equals)...])
            let value = (try? JSONReader.read(Array(text.utf8))) ?? .string(text)
            set[String(pair[..<equals])] = value
        }
        let named = try invocation.values(.values).map { try PassFile.object($0) }
        return (named.isEmpty ? [[:]] : named).map { base.merging($0) { $1 }.merging(set) { $1 } }
    }
}
