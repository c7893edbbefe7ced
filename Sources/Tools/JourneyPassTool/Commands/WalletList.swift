import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import WalletPass

extension PassCommands {
    static let walletList = Command(
        "list", summary: "names the passes in the wallet", options: WalletContext.options,
        examples: [.init("journey wallet list --json", "For programs.")]
    ) { invocation in
        let place = try WalletContext(invocation)
        let rows = try await WalletContext.handled(invocation) {
            try await place.folder.passes(place.trust.verifier).compactMap { pass in
                face(pass, place, ["en"]).map { (pass, $0) }
            }
        }
        invocation.terminal.print(
            ["passes": .array(rows.map { WalletRow.json($0.0, $0.1) })],
            or: rows.isEmpty
                ? "The wallet is empty."
                : TextLayout.table(
                    ["id", "issuer", "pass", "serial", "updates"],
                    rows.map { pass, face in
                        [
                            pass.id, face.organization, face.description + (face.isVoided ? " (void)" : ""),
                            pass.serialNumber, pass.record.isRegistered ? pass.webService?.origin.host ?? "" : "none",
                        ].map { CleanText.of($0) }
                    }, style: invocation.terminal.style))
        return .done
    }

    static func face(_ pass: InstalledPass, _ place: WalletContext, _ languages: [String]) -> PassFace? {
        PassFace(place.trust.verifier.examine(pass.bytes, at: Date()).files, languages: languages)
    }

    static func walletShow(_ picture: PagePicture?) -> Command {
        Command(
            "show", summary: "shows a pass of the wallet, as text or as a picture",
            arguments: [
                Argument(
                    .pass, kind: .text("ID"), help: "its id or serial number, or the beginning of the id",
                    isOptional: true)
            ], options: PictureOptions.all + WalletContext.options,
            examples: [.init("journey wallet show 3f --picture ticket.png", "The pass as a phone would show it.")]
        ) { invocation in
            try PictureOptions.needEngine(invocation, picture)
            let place = try WalletContext(invocation)
            let pass = try await chosen(invocation, place)
            let found = place.trust.verifier.examine(pass.bytes, at: Date())
            let shown = try ShownPass(found, pass.id, PictureOptions.languages(invocation))
            let files = try await WalletContext.handled(invocation) {
                try await PictureOptions.draw(shown.face, note: shown.pageNote, invocation, picture)
            }
            let members = shown.json.merging(files) { $1 }.merging(["id": .string(pass.id)]) { $1 }
            invocation.terminal.print(.object(members), or: shown.text(invocation.terminal.style))
            if let file = files["picture"]?.string, !invocation.terminal.isJSON {
                invocation.terminal.talk("Picture: \(file)")
            }
            return .done
        }
    }

    /// Returns the named pass, or the only one.
    private static func chosen(_ invocation: Invocation, _ place: WalletContext) async throws -> InstalledPass {
        if let word = invocation.argument(.pass) { return try await place.pass(word) }
        let all = try await place.folder.passes(place.trust.verifier)
        guard all.count == 1 else {
            throw CommandError(
                .badInput, code: .passUnknown,
                all.isEmpty
                    ? "The wallet is empty." : "Which of the \(all.count) passes? journey wallet list names them.")
        }
        return all[0]
    }

    static let walletRemove = Command(
        "remove", summary: "takes a pass out of the wallet, and says so to its service",
        arguments: [Argument(.pass, kind: .text("ID"), help: "its id or serial number")], options: WalletContext.options
    ) { invocation in
        let place = try WalletContext(invocation)
        let pass = try await place.pass(try invocation.required(.pass))
        let output = RunOutput(terminal: invocation.terminal)
        let note = try await WalletContext.handled(invocation) {
            try await place.wallet(isYes: true, output).remove(pass.id)
        }
        output.result(
            "removed", ["id": .string(pass.id), "notice": note.map { .string($0) } ?? .null],
            "\(pass.id)  removed" + (note.map { "\n\(CleanText.of($0))" } ?? ""))
        return .done
    }
}

/// A pass of the wallet as JSON.
enum WalletRow {
    static func json(_ pass: InstalledPass, _ face: PassFace) -> JSONValue {
        .object(
            face.json.merging([
                "id": .string(pass.id), "registered": .bool(pass.record.isRegistered),
                "lastModified": pass.record.lastModified.map { .string($0) } ?? .null,
            ]) { $1 })
    }
}
