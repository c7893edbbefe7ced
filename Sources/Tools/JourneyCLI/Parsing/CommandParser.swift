/// A parser of command lines by declaration.
///
/// It accepts `--long`, `--long=value`, `--long value`, `-s`, `-s value`, `-svalue`, combined switches (`-ab`), and `--`, after
/// which every word is an argument. Options may stand before, between and after arguments.
struct CommandParser {
    /// The result of parsing.
    enum Request {
        case run(Command, Parsed)
        case help(Command, path: String)
    }

    /// The values by name.
    struct Parsed {
        var path: String
        var switches: Set<String> = []
        var options: [String: [String]] = [:]
        var arguments: [String: [String]] = [:]
    }

    private var command: Command
    private var parsed: Parsed
    private var words: ArraySlice<String>
    private var positional: [String] = []
    private var wantsHelp = false

    private init(_ command: Command, path: String, words: ArraySlice<String>) {
        self.command = command
        self.parsed = Parsed(path: path)
        self.words = words
    }

    /// Parses `words`, which don't include the program's name.
    static func parse(_ words: [String], root: Command) throws(UsageError) -> Request {
        var parser = CommandParser(root, path: root.name, words: words[...])
        return try parser.run()
    }

    private mutating func run() throws(UsageError) -> Request {
        // Common options may stand before the command's word.
        while let word = words.popFirst() {
            if word == "--" {
                for word in words { try consume(argument: word) }
                break
            }
            if word.hasPrefix("--") {
                try consume(long: String(word.dropFirst(2)))
            } else if word.hasPrefix("-"), word.count > 1, Int(word) == nil {
                try consume(shorts: String(word.dropFirst()))
            } else {
                try consume(argument: word)
            }
        }
        if wantsHelp { return .help(command, path: parsed.path) }
        guard command.runsItself else {
            throw fault(
                "Missing command; use one of " + command.subcommands.map(\.name).joined(separator: ", "))
        }
        try assignArguments()
        return .run(command, parsed)
    }

    private mutating func consume(argument word: String) throws(UsageError) {
        guard !command.subcommands.isEmpty else {
            positional.append(word)
            return
        }
        if word == "help" {
            wantsHelp = true
            return
        }
        guard let next = command.subcommands.first(where: { $0.name == word }) else {
            throw fault(
                "Unknown command ‘\(word)’", near: Suggestion.nearest(to: word, in: command.subcommands.map(\.name))
            )
        }
        command = next
        parsed.path += " \(next.name)"
    }

    private mutating func consume(long word: String) throws(UsageError) {
        let name = word.prefix { $0 != "=" }
        let attached = word.count > name.count ? String(word.dropFirst(name.count + 1)) : nil
        guard let option = command.allOptions.first(where: { $0.long == name }) else {
            let near = Suggestion.nearest(to: String(name), in: command.allOptions.map(\.long))
            throw fault("Unknown option ‘--\(name)’", near: near.map { "--\($0)" })
        }
        if option.value == nil {
            guard attached == nil else { throw fault("‘--\(name)’ takes no value") }
            set(option)
        } else {
            try set(option, from: attached, spelled: "--\(name)")
        }
    }

    private mutating func consume(shorts: String) throws(UsageError) {
        var rest = shorts[...]
        while let letter = rest.popFirst() {
            guard let option = command.allOptions.first(where: { $0.short == letter }) else {
                // A single dash instead of two is the usual mistake.
                let near = command.allOptions.first { $0.long == shorts }
                throw fault("Unknown option ‘-\(letter)’", near: near.map { "--\($0.long)" })
            }
            if option.value == nil {
                set(option)
                continue
            }
            var attached: String? = rest.isEmpty ? nil : String(rest)
            if let text = attached, text.hasPrefix("=") { attached = String(text.dropFirst()) }
            rest = ""
            try set(option, from: attached, spelled: "-\(letter)")
        }
    }

    private mutating func set(_ option: Option) {
        if option.long == "help" { wantsHelp = true }
        parsed.switches.insert(option.long)
    }

    /// Reads the option's values: the attached one and the words that follow.
    private mutating func set(_ option: Option, from attached: String?, spelled: String) throws(UsageError) {
        guard let kind = option.value else { return }
        guard option.isRepeated || parsed.options[option.long] == nil else {
            throw fault("‘\(spelled)’ is given twice")
        }
        var attached = attached
        for _ in option.placeholders {
            guard let value = attached ?? words.popFirst() else { throw missingValue(option, spelled: spelled) }
            attached = nil
            try check(value, kind, of: "‘\(spelled)’")
            parsed.options[option.long, default: []].append(value)
        }
    }

    private func check(_ value: String, _ kind: ValueKind, of what: String) throws(UsageError) {
        switch kind {
        case .integer(let range):
            guard let number = Int(value), range.contains(number) else {
                throw fault(
                    "\(what) takes a whole number from \(range.lowerBound) to \(range.upperBound), not ‘\(value)’")
            }
        case .choice(let words):
            guard words.contains(value) else {
                throw fault(
                    "\(what) takes \(CommandParser.list(words)), not ‘\(value)’",
                    near: Suggestion.nearest(to: value, in: words))
            }
        case .text, .file, .directory:
            guard !value.isEmpty else { throw fault("\(what) is empty") }
        }
    }

    private mutating func assignArguments() throws(UsageError) {
        var rest = positional[...]
        for argument in command.arguments {
            guard !rest.isEmpty else {
                guard argument.isOptional || wantsHelp else {
                    throw fault("\(argument.name) is missing: \(argument.help)")
                }
                continue
            }
            let taken = argument.isRepeated ? rest : rest.prefix(1)
            rest = rest.dropFirst(taken.count)
            for word in taken { try check(word, argument.kind, of: argument.name) }
            parsed.arguments[argument.name] = Array(taken)
        }
        if let extra = rest.first { throw fault("Unexpected argument ‘\(extra)’") }
    }

    private func missingValue(_ option: Option, spelled: String) -> UsageError {
        let names = option.placeholders
        return fault(
            "‘\(spelled)’ needs \(names.count == 1 ? "a value" : "\(names.count) values"): \(names.joined(separator: " "))"
        )
    }

    private func fault(_ message: String, near: String? = nil) -> UsageError {
        UsageError(message: message, suggestion: near.map { "‘\($0)’" }, path: parsed.path)
    }

    /// Formats words as `a, b or c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
