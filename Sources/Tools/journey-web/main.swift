import Glibc
import JourneyCLI

signal(SIGPIPE, SIG_IGN)
let status = await Program(JourneyWebCommand.root, version: JourneyWebCommand.version)
    .run(Array(CommandLine.arguments.dropFirst()))
// Not `exit`: what libraries do then takes the locks of the X library away from under the engine's thread, which still draws.
fflush(nil)
_exit(status.rawValue)
