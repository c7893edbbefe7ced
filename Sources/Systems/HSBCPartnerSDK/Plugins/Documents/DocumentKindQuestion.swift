internal import JourneyBase

/// The question which of several documents the person shows.
enum DocumentKindQuestion {
    /// Returns the choice among `kinds`, in a fixed order.
    static func options(_ kinds: Set<CapturedDocument.Kind>, in language: Language) -> [Screen.Choice.Option] {
        CapturedDocument.Kind.allCases.filter { kinds.contains($0) }.map { kind in
            let name: Phrase = kind == .passport ? .passport : .drivingLicence
            return Screen.Choice.Option(id: kind.rawValue, label: language(name))
        }
    }

    /// Returns the screen `document-kind` with the field `kind` and the actions `use` and `cancel`.
    static func screen(for kinds: Set<CapturedDocument.Kind>, in language: Language) -> Screen {
        let options = options(kinds, in: language)
        return Screen(
            id: "document-kind", title: language(.showDocument),
            fields: [
                Screen.Field(
                    id: "kind", label: language(.showDocument),
                    kind: .choice(.one(of: options, chosen: options.first?.id)))
            ],
            actions: [
                Screen.Action(id: "use", label: language(.goOn)),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }
}
