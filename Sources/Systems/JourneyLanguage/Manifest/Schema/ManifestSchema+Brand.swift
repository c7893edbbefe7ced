internal import JourneyBase

/// The brand of a journey's native screens (1.3).
extension ManifestSchema {
    static var brand: JSONValue {
        let color = { form("colour such as #0f4c5c", "^#[0-9a-fA-F]{6}$", $0) }
        let corner = whole(0, 32, "The corner radius in points.")
        let marks = closed(
            [
                "accent": color("The ground of a button, a card or a pass's head; the mark of a field's focus."),
                "darkAccent": color("The accent in dark mode; by default, one made from accent."),
                "cornerRadius": corner,
            ], "The marks of a component, in place of the brand's.")
        let logo = closed(
            [
                "png": [
                    "title": "PNG file in Base64", "type": "string", "pattern": "^[A-Za-z0-9+/]+={0,2}$",
                    "maxLength": 87_384,
                    "description": "The picture, at most 64 KiB.",
                ],
                "name": text("The alternative text: the brand's name."),
            ], required: ["png", "name"], "The picture in the header.")
        return closed(
            [
                "accent": color("The colour of buttons and links."),
                "darkAccent": color("The accent in dark mode; by default, one made from accent."),
                "cornerRadius": corner,
                "font": [
                    "title": "font name: up to 60 letters, digits, spaces and hyphens", "type": "string",
                    "minLength": 1,
                    "maxLength": 60, "description": "A font of the host or of the system; the host's by default.",
                ],
                "logo": logo,
                "contrast": [
                    "title": "treatment of a colour that can't be read", "type": "string",
                    "enum": ["correct", "refuse"],
                    "description":
                        "correct, the default: the nearest readable colour is used. refuse: the manifest is refused, with the figure.",
                ],
                "components": closed(
                    Dictionary(uniqueKeysWithValues: Theme.Component.allCases.map { ($0.rawValue, marks) }),
                    "The marks of single components."),
            ], required: ["accent"], "The marks of the native screens of a run, over the host's theme.")
    }
}
