import Glibc
import JourneyCLI

// A reader that closes the pipe must not kill the program.
signal(SIGPIPE, SIG_IGN)
let status = await Program(JourneyCommand.root, version: JourneyCommand.version).run(
    Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
