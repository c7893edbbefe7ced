import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyScreensTool

extension JourneyWebCommand {
    static let screens: Command = Command(
        "screens", summary: "writes pictures of all screens; started by journey screens --out",
        options: [
            Option(.language, value: .choice(Language.allCases.map(\.tag)), help: "Only this language"),
            Option(.screen, value: .text("ID"), help: "Only the screen with this ID"),
            Option(.out, value: .directory, help: "The folder of the pictures and their page"),
            Option(.accepted, value: .file, help: "The accepted pictures to compare with, as hashes"),
        ]
    ) { invocation in
        let folder = URL(filePath: try invocation.required(.out, or: "--out is missing; pass a folder."))
        let accepted = try invocation.value(.accepted).map {
            AcceptedPictures(String(decoding: try RunFiles.read($0), as: UTF8.self))
        }
        let display = try await Screens.open(headless: true, width: 1_200, height: 1_000)
        let pictures = ScreenPictures(
            folder: folder,
            languages: invocation.value(.language).map { [Language(preferred: [$0])] } ?? Language.allCases,
            screen: invocation.value(.screen), accepted: accepted, axe: axe(), terminal: invocation.terminal)
        let summary = try await pictures.draw()
        withExtendedLifetime(display) {}
        for line in summary.differences?.lines ?? [] { invocation.terminal.talk(line) }
        let differing = summary.differences?.count ?? 0
        invocation.terminal.talk(
            "\(summary.pictures) pictures in \(folder.path)/index.html; \(pictures.axe == nil ? "axe is not installed" : "axe ran"),"
                + " \(summary.findings) findings"
                + (accepted == nil ? "." : "; \(differing) differ from the accepted ones."))
        return summary.findings == 0 && differing == 0 ? .done : .failed
    }

    /// Returns the source of axe, from its Python package; `nil` if it is not installed.
    private static func axe() -> String? {
        PythonProgram.file("axe.min.js", of: "axe_playwright_python").flatMap {
            try? String(contentsOfFile: $0, encoding: .utf8)
        }
    }
}
