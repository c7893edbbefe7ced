import Glibc
import JourneyCLI

// Output that nobody reads any more is no reason to die half-way.
signal(SIGPIPE, SIG_IGN)
let status = await Program(JourneyCommand.root, version: JourneyCommand.version).run(
    Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
