internal import Foundation
public import JourneyBase

/// A document source that reads pictures from files named by the person. This package has no camera support on Linux.
public struct FileDocuments: DocumentSource {
    private let presenter: any Presenter

    /// Creates a source that asks on `presenter`.
    public init(presenter: any Presenter) { self.presenter = presenter }

    public func capture(_ kinds: Set<CapturedDocument.Kind>) async throws(JourneyError) -> CapturedDocument? {
        var fault: String?
        while !Task.isCancelled {
            let screen = FileDocuments.screen(for: kinds, in: presenter.language).with(error: fault)
            let answer = await presenter.ask(screen)
            guard answer.action == "use" else { break }
            let chosen = answer.chosen("kind")?.first.flatMap(CapturedDocument.Kind.init(rawValue:))
            if let kind = chosen ?? (kinds.count == 1 ? kinds.first : nil), kinds.contains(kind),
                let content = FileDocuments.content(of: answer.text("file") ?? ""),
                let document = CapturedDocument(kind: kind, content: content)
            {
                await presenter.dismiss()
                return document
            }
            fault = presenter.language(.pictureUnreadable)
        }
        await presenter.dismiss()
        return nil
    }

    /// Returns the screen `document` with the fields `kind` (where there is a choice) and `file`, and the actions `use` and
    /// `cancel`.
    package static func screen(for kinds: Set<CapturedDocument.Kind>, in language: Language) -> Screen {
        let options = DocumentKindQuestion.options(kinds, in: language)
        var fields = [
            Screen.Field(id: "file", label: language(.pictureFile), kind: .text)
        ]
        if options.count > 1 {
            fields.insert(
                Screen.Field(
                    id: "kind", label: language(.showDocument),
                    kind: .choice(.one(of: options, chosen: options.first?.id))), at: 0)
        }
        return Screen(
            id: "document", title: language(.showDocument), fields: fields,
            actions: [
                Screen.Action(id: "use", label: language(.useThisPicture)),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }

    /// Returns the bytes of a file; `nil` where it can't be read, exceeds `CapturedDocument.limit`, or is not a regular file.
    private static func content(of path: String) -> [UInt8]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular, let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: CapturedDocument.limit + 1), data.count <= CapturedDocument.limit
        else { return nil }
        return Array(data)
    }
}
