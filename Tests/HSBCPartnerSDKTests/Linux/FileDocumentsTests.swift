import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyTesting
import Testing

@Suite("Documents from files")
struct FileDocumentsTests {
    /// Answers one screen after the other, and records the shown screens.
    private actor Person: Presenter {
        nonisolated let language = Language.english
        private var answers: [ScreenAction]
        private(set) var screens: [Screen] = []

        init(_ answers: [ScreenAction]) { self.answers = answers }

        func ask(_ screen: Screen) async -> ScreenAction {
            screens.append(screen)
            return answers.isEmpty ? ScreenAction(action: Screen.cancelled) : answers.removeFirst()
        }
        func show(_ screen: Screen) async {}
        func dismiss() async {}
    }

    private func use(_ path: String, kind: String = "passport") -> ScreenAction {
        ScreenAction(action: "use", values: ["file": .text(path), "kind": .chosen([kind])])
    }

    @Test("a picture file is accepted; any other file is refused with a reason, and another requested")
    func asksAgain() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("documents-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ bytes: [UInt8]) throws -> String {
            let place = folder.appendingPathComponent(name)
            try Data(bytes).write(to: place)
            return place.path
        }
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let good = try file("good.png", start)
        let link = folder.appendingPathComponent("link.png").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: good)
        let wrong = [
            "/nowhere/at/all.png", folder.path, try file("text.png", Array("no picture".utf8)), link, "/dev/zero",
            try file("large.png", start + [UInt8](repeating: 0, count: CapturedDocument.limit)),
        ]
        let person = Person(wrong.map { use($0) } + [use(good, kind: "drivingLicence")])
        let document = try await FileDocuments(presenter: person).capture([.passport, .drivingLicence])
        #expect(document?.kind == .drivingLicence && document?.content == start)
        let screens = await person.screens
        #expect(screens.count == wrong.count + 1)
        #expect(screens.first?.inlineError == nil)
        #expect(
            screens.dropFirst().allSatisfy { $0.inlineError?.hasPrefix("We can't use this file as a picture") == true })
    }

    @Test("no choice of kind is offered where only one is allowed")
    func oneKind() async throws {
        let person = Person([])
        #expect(try await FileDocuments(presenter: person).capture([.passport]) == nil)
        #expect(await person.screens.first?.fields.map(\.id) == ["file"])
    }
}
