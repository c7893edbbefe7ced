import Glibc
import JourneyBase
import JourneyCLI

signal(SIGPIPE, SIG_IGN)
// Without arguments it measures; the parser would show its help.
let words = Array(CommandLine.arguments.dropFirst())
let status = await Program(BenchCommand.root, version: JourneyKitVersion.current).run(
    words.isEmpty ? ["--pairs", "31"] : words)
exit(status.rawValue)
