import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness

/// The options of commands that draw passes.
enum PictureOptions {
    static let all = [
        Option(.picture, "p", value: .file, help: "Draw the pass here, PNG"),
        Option(.front, help: "Leave out the back"),
        Option(
            .language, "l", value: .text("TAG"), help: "In this language, where the pass has it", defaultText: "en"),
    ]

    static func languages(_ invocation: Invocation) -> [String] { [invocation.value(.language) ?? "en", "en"] }

    /// Replaces this process with the program that has a web engine, when a picture is requested and this one has none.
    static func needEngine(_ invocation: Invocation, _ picture: PagePicture?) throws {
        guard picture == nil, invocation.value(.picture) != nil else { return }
        let web = "\(Tool.ownFolder)/journey-web"
        guard FileManager.default.isExecutableFile(atPath: web) else {
            throw CommandError.failed(
                .webMissing, "journey-web is not built, which draws pictures; ./journey builds it.")
        }
        Tool.become(web, Array(CommandLine.arguments.dropFirst()))
        throw CommandError.failed(.webMissing, "\(web) cannot be started.")
    }

    /// Draws the face to the files that the command line names, and returns their JSON members.
    static func draw(
        _ face: PassFace, note: String?, _ invocation: Invocation, _ picture: PagePicture?, number: Int? = nil
    ) async throws -> [String: JSONValue] {
        guard let picture, let path = invocation.value(.picture) else { return [:] }
        let page = PassPage(face: face, note: note, hasBack: !invocation.has(.front), now: Date())
        let file = number.map { (path.hasSuffix(".png") ? String(path.dropLast(4)) : path) + "-\($0).png" } ?? path
        try PassFile.write(try await picture(page.html), to: file)
        return ["picture": .string(file)]
    }
}
