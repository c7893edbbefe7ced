import Glibc
import JourneyCLI

signal(SIGPIPE, SIG_IGN)
let status = await Program(JourneyWebCommand.root, version: JourneyWebCommand.version)
    .run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
