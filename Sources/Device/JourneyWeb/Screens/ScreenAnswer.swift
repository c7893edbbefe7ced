internal import JourneyBase

/// What the script in a screen's page tells: `{"action": id, "drawing": number, "values": {field id: text}}`.
enum ScreenAnswer {
    /// The action that `bytes` spell, when it is one that `screen` offers and was chosen in its page number `drawing`: a
    /// second press on one question must not answer the next.
    static func read(_ bytes: [UInt8], of screen: Screen, drawing: Int) -> ScreenAction? {
        guard let value = try? JSONReader.read(bytes, limits: JSONLimits(bytes: 64 * 1024, depth: 3, values: 200)),
            value["drawing"]?.string == "\(drawing)", let action = value["action"]?.string,
            screen.actions.contains(where: { $0.id == action })
        else { return nil }
        let known = Set(screen.fields.map(\.id))
        let values = (value["values"]?.object ?? [:]).compactMapValues(\.string).filter { known.contains($0.key) }
        return ScreenAction(action: action, values: values)
    }

    /// Listens in a script world of its own; the page has no script.
    static let script = """
        document.addEventListener("submit", (event) => {
            event.preventDefault();
            const values = {};
            for (const input of document.querySelectorAll("input")) values[input.name] = input.value;
            const action = event.submitter?.value ?? document.querySelector("button")?.value;
            const drawing = document.body.dataset.drawing;
            window.webkit.messageHandlers.journeyScreen.postMessage(JSON.stringify({ action, drawing, values }));
        });
        """
}
