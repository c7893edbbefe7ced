import Foundation
import JourneyBase
import JourneyCLI
import WalletPass

extension PassCommands {
    static func show(_ picture: PagePicture?) -> Command {
        Command(
            "show", summary: "shows what is on a pass, as text or as a picture",
            discussion: [
                "A pass that is not trusted is shown too, with a note."
                    + " journey pass verify checks a pass."
            ],
            arguments: [Argument(.pass, help: "a .pkpass, or a .pkpasses with several")],
            options: PictureOptions.all + Trust.options + [DefaultLocations.stateOption],
            examples: [
                .init("journey pass show ticket.pkpass --language de", "In German, where the pass has it."),
                .init("journey pass show ticket.pkpass --picture ticket.png", "As a phone would show it."),
            ]
        ) { invocation in
            try PictureOptions.needEngine(invocation, picture)
            let path = try invocation.required(.pass)
            let passes = try PassArchive.passes(in: PassFile.read(path), path)
            // Showing needs no trusted authority, but the result of verification is shown.
            let trust = try? Trust(invocation)
            if trust == nil, !invocation.values(.trust).isEmpty { _ = try Trust(invocation) }
            var shown: [JSONValue] = []
            for (index, pass) in passes.enumerated() {
                let found = (trust ?? Trust(anchors: [])).verifier.examine(pass, at: Date())
                let face = try ShownPass(found, path, PictureOptions.languages(invocation))
                let files = try await PictureOptions.draw(
                    face.face, note: face.pageNote, invocation, picture, number: passes.count == 1 ? nil : index + 1)
                shown.append(.object(face.json.merging(files) { $1 }))
                if !invocation.terminal.isJSON {
                    invocation.terminal.data(face.text(invocation.terminal.style))
                    if let file = files["picture"]?.string { invocation.terminal.talk("Picture: \(file)") }
                }
            }
            if invocation.terminal.isJSON { invocation.terminal.json(["passes": .array(shown)]) }
            return .done
        }
    }
}

/// A pass with the result of its verification.
struct ShownPass {
    let face: PassFace
    let found: PassVerifier.Examination

    init(_ found: PassVerifier.Examination, _ path: String, _ languages: [String]) throws(CommandError) {
        if case .archive = found.failures.first {
            throw CommandError.badInput(.passArchive, "\(path) is not a pass. \(found.failures[0])")
        }
        guard let face = PassFace(found.files, languages: languages) else {
            throw CommandError.badInput(
                .passContent, "\(path) has no pass.json with a style, a type, a team and a serial number.")
        }
        self.face = face
        self.found = found
    }

    /// The note below the pass's picture, in the language of the pass.
    var pageNote: String? {
        let language = face.pageLanguage
        guard language != .english else { return note }
        guard found.verified == nil else {
            return note == nil ? nil : PassPagePhrase.developmentCertificate(language)
        }
        return found.failures.first.map { PassPagePhrase.notTrusted(code: $0.code)(language) } ?? note
    }

    /// A note for the person about a pass that is not verified or comes from a development authority.
    var note: String? {
        guard let verified = found.verified else {
            return "Not trusted: " + (found.failures.first.map { CleanText.of("\($0)") } ?? "")
        }
        return Chain.isStandIn(verified.path) ? Chain.standInNote : nil
    }

    var json: [String: JSONValue] {
        face.json.merging([
            "believed": .bool(found.verified != nil),
            "failures": .array(found.failures.map { ["code": .string($0.code), "message": .string("\($0)")] }),
        ]) { $1 }
    }

    func text(_ style: Style) -> String {
        let head = found.verified == nil ? style.red(note ?? "") : note.map(style.dim)
        return face.text(style) + (head.map { "\n" + $0 } ?? "")
    }
}
