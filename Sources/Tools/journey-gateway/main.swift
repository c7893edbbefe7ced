import Glibc
import JourneyBase
import JourneyCLI
import JourneyGatewayTool

// Output that nobody reads any more is no reason to die half-way.
signal(SIGPIPE, SIG_IGN)
let status = await Program(GatewayCommand.program, version: JourneyKitVersion.current).run(
    Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
