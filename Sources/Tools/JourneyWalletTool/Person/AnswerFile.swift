import JourneyBase
import JourneyCLI
import JourneyLanguage
import Synchronization

/// A user's scripted answers, read from a file. Its entries are in the order of the screens; each is used once.
///
/// ```json
/// { "answers": [
///     { "screen": "welcome", "press": "proceed" },
///     { "screen": "code", "inbox": "code" },
///     { "screen": "new-pin", "values": { "new": "86420", "repeat": "86420" } } ] }
/// ```
///
/// An entry is for the next screen with its id. Without `press` it submits the screen. `inbox` names the field that receives the
/// newest code of the inbox.
struct AnswerFile: Sendable {
    /// The answer for one screen.
    struct Entry: Sendable {
        var screen: String
        /// The action's id, or `expired`; `nil` to submit.
        var press: String?
        var values: [String: Secret] = [:]
        /// The field that receives the code.
        var inbox: String?
    }

    var entries: [Entry]

    /// The maximum size of the file in bytes.
    static let limit = 64 * 1_024

    init(entries: [Entry]) { self.entries = entries }

    /// Reads the file at `path`. Only its owner may have access, because it holds PINs. Throws `CommandError` for the file, and
    /// `JourneyError` with the position of an error in it.
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
