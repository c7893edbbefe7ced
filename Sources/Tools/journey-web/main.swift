import Glibc
import JourneyCLI

signal(SIGPIPE, SIG_IGN)
let status = await Program(JourneyWebCommand.root, version: JourneyWebCommand.version)
    .run(Array(CommandLine.arguments.dropFirst()))
// Not `exit`: exit handlers of libraries take the locks of the X library away from the engine's thread, which still draws.
fflush(nil)
_exit(status.rawValue)
