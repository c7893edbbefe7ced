import Glibc
import JourneyCLI

signal(SIGPIPE, SIG_IGN)
// Without arguments it measures; the parser would show its help.
let words = Array(CommandLine.arguments.dropFirst())
let status = await Program(BenchCommand.root, version: "0.1.0").run(words.isEmpty ? ["--pairs", "31"] : words)
exit(status.rawValue)
