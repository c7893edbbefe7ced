package import JourneyBase

/// A script of a person's actions on each step, read from a file.
///
/// ```json
/// { "steps": [
///     { "signIn": [ { "fill": "#name", "with": "rowan" }, { "press": "#sign-in" } ] },
///     { "step": "recipient", "do": [ { "fill": "#name", "with": "Ada" }, { "press": "button[type=submit]" } ] },
///     { "screen": "biometric", "press": "approve" },
///     { "screen": "document", "files": { "file": "passport.png" }, "press": "use" } ] }
/// ```
///
/// `fill`, `choose`, `press` and `wait` wait for the element that a CSS selector names. Entries are used in order, each once. An
/// entry for a step waits until that step is shown, one for a screen answers the next native screen of that id, and `signIn` acts
/// on the pages of the next sign-in. `values` and `files` fill in the screen's fields; file paths are relative to the script.
package struct AutopilotScript: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// Types `text` into the element.
        case fill(selector: String, text: String)
        /// Clicks the element.
        case press(selector: String)
        /// Selects the option with that value.
        case choose(selector: String, value: String)
        /// Waits until the element is shown.
        case wait(selector: String)
    }

    /// The actions on a step's page.
    package struct Turn: Sendable, Hashable {
        package var step: String
        package var actions: [Action]
    }

    /// The answer to one native screen.
    package struct Answer: Sendable, Hashable {
        package var screen: String
        package var action: String
        package var values: [String: String]
    }

    package var turns: [Turn] = []
    package var answers: [Answer] = []
    /// The actions on the pages of each sign-in, in order.
    package var signIns: [[Action]] = []

    /// Parses a script from a file in `folder`. Throws `JourneyError` with `CONFIGURATION_INVALID` and the place of the error.
    /// Unknown members are errors, so that misspelt ones are noticed.
    package init(reading bytes: [UInt8], folder: String = ".") throws(JourneyError) {
        let value: JSONValue
        do { value = try JSONReader.read(bytes) } catch {
            throw JourneyError(.configurationInvalid, "The autopilot file is not valid JSON: \(error).")
        }
        guard let steps = value["steps"]?.array, value.object?.count == 1 else {
            throw AutopilotScript.fault("has one member, `steps`, an array")
        }
        for (index, entry) in steps.enumerated() {
            if let list = entry["signIn"]?.array, entry.object?.count == 1 {
                signIns.append(try AutopilotScript.actions(list, of: "the sign-in"))
            } else if entry["step"] != nil {
                turns.append(try AutopilotScript.turn(entry, at: index))
            } else {
                answers.append(try AutopilotScript.answer(entry, at: index, folder: folder))
            }
        }
    }

    private static func turn(_ entry: JSONValue, at index: Int) throws(JourneyError) -> Turn {
        guard let step = entry["step"]?.string, let list = entry["do"]?.array, entry.object?.count == 2 else {
            throw fault("wants `step`, a name, and `do`, an array, in entry \(index)")
        }
        return Turn(step: step, actions: try actions(list, of: "step \(step)"))
    }

    private static func actions(_ list: [JSONValue], of place: String) throws(JourneyError) -> [Action] {
        var actions: [Action] = []
        for item in list {
            let members = item.object ?? [:]
            switch (
                members["fill"]?.string, members["press"]?.string, members["choose"]?.string, members["with"]?.string
            )
            {
            case (let selector?, nil, nil, let text?) where members.count == 2:
                actions.append(.fill(selector: selector, text: text))
            case (nil, let selector?, nil, nil) where members.count == 1: actions.append(.press(selector: selector))
            case (nil, nil, let selector?, let value?) where members.count == 2:
                actions.append(.choose(selector: selector, value: value))
            case (nil, nil, nil, nil) where members.count == 1 && members["wait"]?.string != nil:
                actions.append(.wait(selector: members["wait"]?.string ?? ""))
            default:
                throw fault("wants `fill` or `choose` and `with`, `press`, or `wait`, in each action of \(place)")
            }
        }
        return actions
    }

    private static func answer(
        _ entry: JSONValue, at index: Int, folder: String
    ) throws(JourneyError) -> Answer {
        guard let screen = entry["screen"]?.string, let action = entry["press"]?.string,
            let members = entry.object, Set(members.keys).isSubset(of: ["screen", "press", "values", "files"])
        else { throw fault("wants `step` and `do`, `screen` and `press`, or `signIn` alone, in entry \(index)") }
        var values: [String: String] = [:]
        for (name, value) in members["values"]?.object ?? [:] {
            guard let text = value.string else { throw fault("wants texts as `values` in entry \(index)") }
            values[name] = text
        }
        for (name, value) in members["files"]?.object ?? [:] {
            guard let path = value.string, values[name] == nil else {
                throw fault("wants paths as `files`, of fields that `values` does not fill in, in entry \(index)")
            }
            values[name] = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        }
        return Answer(screen: screen, action: action, values: values)
    }

    private static func fault(_ what: String) -> JourneyError {
        JourneyError(.configurationInvalid, "The autopilot file \(what).")
    }
}
