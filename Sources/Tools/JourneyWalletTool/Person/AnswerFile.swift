import JourneyBase
import JourneyCLI
import JourneyLanguage
import Synchronization

/// What a person would answer, as a file says it: entries in the order in which the screens come up, each used once.
///
/// ```json
/// { "answers": [
///     { "screen": "welcome", "press": "proceed" },
///     { "screen": "code", "inbox": "code" },
///     { "screen": "new-pin", "values": { "new": "86420", "repeat": "86420" } } ] }
/// ```
///
/// An entry is for the next screen of its id. Without `press` it hands the screen in; `inbox` names the field that takes the
/// newest code of the inbox.
struct AnswerFile: Sendable {
    /// Of one screen.
    struct Entry: Sendable {
        var screen: String
        /// The action's id, or `expired`; `nil` for the one that hands in.
        var press: String?
        var values: [String: Secret] = [:]
        /// The field of the code.
        var inbox: String?
    }

    var entries: [Entry]

    /// The most bytes of such a file.
    static let limit = 64 * 1_024

    init(entries: [Entry]) { self.entries = entries }

    /// Reads the file at `path`, which is its owner's alone: it holds PINs. Throws `CommandError` for the file, and
    /// `JourneyError` with the place of what is wrong in it.
    init(path: String) throws {
        let bytes = try BoundedFile.read(path, limit: AnswerFile.limit, isPrivate: true)
        self = try JSONFile.read(
            bytes, name: path, code: .configurationInvalid, limits: JSONLimits(bytes: AnswerFile.limit, depth: 8)
        ) { (file) throws(Refusal) in
            try file.onlyMembers(["answers"])
            let list = try file.required("answers")
            try list.atMost(256, "answers")
            var entries: [Entry] = []
            for element in try list.elements() { entries.append(try Entry(element)) }
            return AnswerFile(entries: entries)
        }
    }
}

extension AnswerFile.Entry {
    init(_ entry: Reading) throws(Refusal) {
        try entry.onlyMembers(["screen", "press", "values", "inbox"])
        screen = try entry.required("screen").text()
        press = try entry.member("press")?.text()
        inbox = try entry.member("inbox")?.text()
        for (name, value) in try entry.member("values")?.members() ?? [] {
            values[name] = Secret(copying: try value.text().utf8)
        }
    }
}
