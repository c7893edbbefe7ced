import JourneyBase

/// Generates a draft's scripts of user input and bank answers from the document's examples.
enum DraftScripts {
    /// Returns the script for `journey run --autopilot`.
    static func person(_ operations: [DraftOperation]) -> String {
        let steps = operations.map { operation -> OrderedJSON in
            var actions = operation.fields.compactMap(action)
            actions.append(["press": "#continue"])
            return ["step": .text(operation.step), "do": .array(actions)]
        }
        return (["steps": .array(steps)] as OrderedJSON).text
    }

    private static func action(_ field: DraftField) -> OrderedJSON? {
        guard let example = field.example else { return nil }
        switch field.kind {
        case .flag: return example == true ? ["press": .text(field.selector)] : nil
        case .choice: return ["choose": .text(field.selector), "with": .text(example.string ?? "")]
        default: return ["fill": .text(field.selector), "with": .text(example.string ?? example.compactText)]
        }
    }

    /// Returns the script for `journey explain --script`.
    static func events(_ operations: [DraftOperation]) -> String {
        var events: [OrderedJSON] = []
        for operation in operations {
            let page: OrderedJSON = [
                "step": .text(operation.step), "page": "submit", "payload": .value(operation.examplePayload),
            ]
            let answer: OrderedJSON = [
                "answer": .text(operation.id), "status": .value(.number(JSONNumber(operation.answer?.status ?? 200))),
                "body": .value(operation.answer?.body ?? [:]),
            ]
            events += operation.isShown ? [answer, page] : [page, answer]
        }
        let session: OrderedJSON = ["locale": "en-GB", "correlationId": "7d444840-9dc0-41d1-b245-5ffdce74fad2"]
        return (["session": session, "events": .array(events)] as OrderedJSON).text
    }
}
