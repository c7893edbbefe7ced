package import JourneyBase

/// A program: its commands, its version, and the way from the command line to the exit status.
package struct Program: Sendable {
    package var root: Command
    package var version: String

    package init(_ root: Command, version: String) {
        self.root = root
        self.version = version
    }

    /// Runs the command that `words` select, which don't include the program's name. Never throws: a failure is reported as one
    /// sentence, or with `--json` as an object under `error`.
    package func run(_ words: [String], terminal: Terminal = .standard()) async -> CommandStatus {
        if words == ["--version"] || words == ["version"] {
            terminal.data("\(root.name) \(version)")
            return .done
        }
        let request: CommandParser.Request
        do throws(UsageError) {
            request = try CommandParser.parse(words.isEmpty ? ["--help"] : words, root: root)
        } catch {
            let isJSON = words.prefix { $0 != "--" }.contains("--json")
            if isJSON {
                var terminal = terminal
                terminal.isJSON = true
                report(CommandError.usage(error.message + "."), to: terminal)
            } else {
                terminal.talk("\(root.name): \(error.text)")
            }
            return .badInput
        }
        switch request {
        case .help(let command, let path):
            terminal.data(Help.text(for: command, path: path, style: terminal.style, width: terminal.width), end: "")
            return .done
        case .run(let command, let parsed):
            return await run(command, parsed, terminal)
        }
    }

    private func run(_ command: Command, _ parsed: CommandParser.Parsed, _ terminal: Terminal) async -> CommandStatus {
        var terminal = terminal
        terminal.isJSON = parsed.switches.contains("json")
        switch parsed.options["color"]?.last {
        case "always": terminal.style = Style(isColored: true)
        case "never": terminal.style = Style(isColored: false)
        default: break
        }
        do { return try await command.run(Invocation(parsed, terminal: terminal)) } catch {
            let failure = CommandError(of: error)
            report(failure, to: terminal)
            if failure.isMissingFile, !terminal.isJSON { terminal.talk(UsageError.advice(parsed.path)) }
            return failure.status
        }
    }

    private func report(_ failure: CommandError, to terminal: Terminal) {
        if terminal.isJSON {
            terminal.json(.object(["error": ["code": .string(failure.code), "message": .string(failure.message)]]))
        } else {
            let code = failure.code == CommandCode.usage.rawValue ? "" : " " + terminal.style.code(failure.code)
            // The message may contain text from a server or a file.
            let message = CleanText.of(failure.message, keepsLines: true)
            terminal.talk("\(terminal.style.red("\(root.name):")) \(message)\(code)")
        }
    }
}

extension CommandError {
    /// `true` if a named file does not exist: the command line is probably wrong, and the command's help has a right one.
    fileprivate var isMissingFile: Bool {
        [CommandCode.fileMissing.rawValue, CommandCode.manifestMissing.rawValue].contains(code)
    }

    fileprivate init(of error: any Error) {
        switch error {
        case let failure as CommandError: self = failure
        case let error as JourneyError: self.init(error)
        case is CancellationError: self.init(.failed, code: .cancelled, "The command was interrupted.")
        default: self.init(.failed, code: ErrorCode.unknown.rawValue, "\(error)")
        }
    }

    /// Converts an error of a library. Failures of network and disk become `failed`, unreadable input `badInput`, and all other
    /// codes `refused`.
    package init(_ error: JourneyError) {
        let status: CommandStatus =
            switch error.code {
            case .netTimeout, .netUnreachable, .serverError, .storeFailed, .unknown, .manifestUnavailable,
                .pageProcessLost, .pageLoadFailed, .rateLimited:
                .failed
            case .manifestInvalid, .oapiInvalid, .configurationInvalid, .operationUnknown, .manifestVersion: .badInput
            default: .refused
            }
        self.init(status, code: error.code.rawValue, error.message)
    }
}
