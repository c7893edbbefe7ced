import Glibc
import JourneyBase
import JourneyCLI

signal(SIGPIPE, SIG_IGN)
// Without arguments, the parser would print the help instead of measuring.
let words = Array(CommandLine.arguments.dropFirst())
let status = await Program(BenchCommand.root, version: JourneyKitVersion.current).run(
    words.isEmpty ? ["--pairs", "31"] : words)
exit(status.rawValue)
