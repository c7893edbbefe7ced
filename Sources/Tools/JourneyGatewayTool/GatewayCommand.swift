import Foundation
package import JourneyBase
package import JourneyCLI
package import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneyHarness

/// The command `gateway`, of `journey` and as the program `journey-gateway`.
package enum GatewayCommand {
    /// As part of another program.
    package static let command = Command(
        "gateway", summary: summary, discussion: discussion, options: options,
        examples: [.init("journey gateway --config gateway.json", "Serves until it is told to stop.")],
        subcommands: [PassesCommand.command], run: run)

    /// As a program of its own.
    package static let program = Command(
        "journey-gateway", summary: summary, discussion: discussion,
        options: options + [Option(.version, help: "Print the version")],
        examples: [.init("journey-gateway --config gateway.json", "Serves until it is told to stop.")],
        subcommands: [PassesCommand.command], run: run)

    private static let summary =
        "serves manifests, keys, remote configuration, proof checks, the card proxy and the pass service: what"
        + " a partner deploys"

    private static let discussion = [
        "SIGHUP has it read its files again; SIGTERM or Ctrl-C ends it, after the requests under way. One line for each"
            + " request goes to standard error. docs/reference/gateway.md has the configuration, docs/reference/card-proxy.md the card"
            + " proxy's, docs/reference/pass-service.md the pass service's.",
        "\(environmentVariable) may name the environment, sandbox or production, where the file leaves it out.",
    ]

    private static let environmentVariable = "JOURNEY_GATEWAY_ENVIRONMENT"

    /// The environment that the process was told.
    static var environment: String? { Environment[environmentVariable] }

    private static let options = [
        Option(.config, "c", value: .file, help: "The gateway's configuration"),
        Option(.check, help: "Only say whether it could start: nothing is served and no database is opened"),
        Option(.withParent, help: "Stop when standard input ends"),
    ]

    @Sendable private static func run(_ invocation: Invocation) async throws -> CommandStatus {
        guard let path = invocation.value(.config) else {
            throw CommandError.badInput("CONFIGURATION_MISSING", "Name the configuration with --config.")
        }
        let terminal = invocation.terminal
        let file = URL(fileURLWithPath: path).standardizedFileURL.path
        do throws(JourneyError) {
            if invocation.has(.check) {
                let report = try await Gateway.examine(configuration: file, environment: environment)
                for warning in report.warnings where !terminal.isJSON {
                    terminal.talk("\(terminal.style.yellow("warning:")) \(warning)")
                }
                terminal.print(
                    [
                        "journeys": .array(report.journeys.map { .string($0.rawValue) }),
                        "warnings": .array(report.warnings.map { .string($0) }),
                    ], or: "The configuration can be used.")
                return .done
            }
        } catch { throw CommandError(ofGateway: error) }
        let gateway: Gateway
        do throws(JourneyError) {
            gateway = try await Gateway.start(
                configuration: file, environment: environment, transport: issuerTransport, pushTransport: pushTransport,
                dependencies: dependencies(terminal))
        } catch { throw CommandError(ofGateway: error) }
        announce(gateway, terminal)
        terminal.talk("The gateway answers. Stop it with Ctrl-C.")
        _ = try await Interruption.handled(
            withParent: invocation.has(.withParent),
            onHangUp: {
                do throws(JourneyError) {
                    try await gateway.reload()
                    terminal.talk("The files were read again: \(gateway.journeys.count) journeys.")
                } catch { terminal.talk("\(error.code): \(error.message) What was served is served on.") }
            }
        ) { await Interruption.wait() }
        await gateway.stop()
        return .done
    }

    /// Prints what is served.
    private static func announce(_ gateway: Gateway, _ terminal: Terminal) {
        let journeys = gateway.journeys.map(\.rawValue)
        var json: [String: JSONValue] = [
            "port": .number(JSONNumber(gateway.port)), "journeys": .array(journeys.map { .string($0) }),
        ]
        var lines = ["port      \(gateway.port)", "journeys  \(journeys.joined(separator: ", "))"]
        if let cards = gateway.cards {
            json["cards"] = [
                "issuer": .string(cards.api.description), "vault": .string(cards.vault.description),
                "partners": .array(cards.partners.map { .string($0) }),
            ]
            lines.append("cards     users of \(cards.partners.joined(separator: ", ")), at the issuer \(cards.api)")
            lines.append("          with frames of \(cards.vault)")
        }
        if let passes = gateway.passes {
            json["passes"] = [
                "host": .string(passes.host), "types": .array(passes.types.map { .string($0) }),
            ]
            lines.append("passes    \(passes.types.joined(separator: ", ")), at \(passes.host)")
        }
        terminal.print(.object(json), or: lines.joined(separator: "\n"))
    }

    /// The network to a card issuer that these authorities vouch for (PEM).
    @Sendable package static func issuerTransport(_ authorities: [String]) -> any HTTPTransport {
        CurlTransport(
            trust: TLSTrust(authorities: authorities), userAgent: "JourneyGateway/\(JourneyKitVersion.current)")
    }

    /// The network to a push service, for one pass type: it shows `identity`, speaks HTTP/2 or not at all, and believes
    /// `authorities` (PEM), or the system's where there are none.
    @Sendable package static func pushTransport(
        _ identity: SigningIdentity, _ authorities: [String]
    ) -> any HTTPTransport {
        CurlTransport(
            trust: TLSTrust(authorities: authorities), userAgent: "JourneyGateway/\(JourneyKitVersion.current)",
            presenting: identity, requiresHTTP2: true)
    }

    /// The system's, with a log of one line for each entry, the moment before it.
    private static func dependencies(_ terminal: Terminal) -> Dependencies {
        var dependencies = Dependencies.system
        dependencies.log = Log { entry in terminal.talk(entry.line(at: Date())) }
        return dependencies
    }
}
