import Foundation
package import JourneyBase
package import JourneyCLI
package import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneyHarness

/// The command `gateway`, as a subcommand of `journey` and as the program `journey-gateway`.
package enum GatewayCommand {
    /// The subcommand of another program.
    package static let command = Command(
        "gateway", summary: summary, discussion: discussion, options: options,
        examples: [.init("journey gateway --config gateway.json", "Serves until it is told to stop.")],
        subcommands: [PassesCommand.command], run: run)

    /// The standalone program.
    package static let program = Command(
        "journey-gateway", summary: summary, discussion: discussion,
        options: options + [Option(.version, help: "Print the version")],
        examples: [.init("journey-gateway --config gateway.json", "Serves until it is told to stop.")],
        subcommands: [PassesCommand.command], run: run)

    private static let summary =
        "serves manifests, keys, remote configuration, proof checks, the card proxy and the pass service: what"
        + " a partner deploys"

    private static let discussion = [
        "SIGHUP reloads its files. SIGTERM or Ctrl-C stops it after running requests have finished. One line per"
            + " request goes to standard error. docs/reference/gateway.md has the configuration, docs/reference/card-proxy.md the card"
            + " proxy's, docs/reference/pass-service.md the pass service's.",
        "\(GatewayEnvironment.variable) sets the environment, sandbox or production, if the file doesn't.",
    ]

    private static let options = [
        Option(.config, "c", value: .file, help: "The gateway's configuration"),
        Option(.check, help: "Check the configuration without serving it or opening a database"),
        Option(.withParent, help: "Stop when standard input ends"),
    ]

    @Sendable private static func run(_ invocation: Invocation) async throws -> CommandStatus {
        guard let path = invocation.value(.config) else {
            throw CommandError.badInput(.configurationMissing, "Name the configuration with --config.")
        }
        let terminal = invocation.terminal
        let file = URL(fileURLWithPath: path).standardizedFileURL.path
        do throws(JourneyError) {
            if invocation.has(.check) {
                let report = try await Gateway.examine(configuration: file, environment: GatewayEnvironment.given)
                for warning in report.warnings where !terminal.isJSON {
                    terminal.talk("\(terminal.style.yellow("warning:")) \(warning)")
                }
                terminal.print(
                    [
                        "journeys": .array(report.journeys.map { .string($0.rawValue) }),
                        "warnings": .array(report.warnings.map { .string($0) }),
                    ], or: "The configuration is valid.")
                return .done
            }
        } catch { throw CommandError(ofGateway: error) }
        let gateway: Gateway
        do throws(JourneyError) {
            gateway = try await Gateway.start(
                configuration: file, environment: GatewayEnvironment.given, transport: issuerTransport,
                bankTransport: bankTransport, pushTransport: pushTransport,
                dependencies: dependencies(terminal))
        } catch { throw CommandError(ofGateway: error) }
        announce(gateway, terminal)
        terminal.talk("The gateway is running. Press Ctrl-C to stop it.")
        _ = try await Interruption.handled(
            withParent: invocation.has(.withParent),
            onHangUp: {
                do throws(JourneyError) {
                    try await gateway.reload()
                    terminal.talk("Reloaded the files: \(gateway.journeys.count) journeys.")
                } catch { terminal.talk("\(error.code): \(error.message) The previous configuration stays in use.") }
            }
        ) { await Interruption.wait() }
        await gateway.stop()
        return .done
    }

    /// Prints the served content.
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

    /// Creates a transport to a card issuer that trusts these PEM authorities.
    @Sendable package static func issuerTransport(_ authorities: [String]) -> any HTTPTransport {
        CurlTransport(
            trust: TLSTrust(authorities: authorities), userAgent: "JourneyGateway/\(JourneyKitVersion.current)")
    }

    /// Creates a transport to a bank that presents `identity`, if any, and trusts these PEM authorities.
    @Sendable package static func bankTransport(
        _ identity: SigningIdentity?, _ authorities: [String]
    ) -> any HTTPTransport {
        guard let identity else { return issuerTransport(authorities) }
        return CurlTransport(
            trust: TLSTrust(authorities: authorities), userAgent: "JourneyGateway/\(JourneyKitVersion.current)",
            presenting: identity)
    }

    /// Creates a transport to a push service for one pass type. It authenticates with `identity`, requires HTTP/2, and trusts
    /// `authorities` (PEM), or the system's if empty.
    @Sendable package static func pushTransport(
        _ identity: SigningIdentity, _ authorities: [String]
    ) -> any HTTPTransport {
        CurlTransport(
            trust: TLSTrust(authorities: authorities), userAgent: "JourneyGateway/\(JourneyKitVersion.current)",
            presenting: identity, requiresHTTP2: true)
    }

    /// Returns the system's dependencies with a log of one timestamped line per entry.
    private static func dependencies(_ terminal: Terminal) -> Dependencies {
        var dependencies = Dependencies.system
        dependencies.log = Log { entry in terminal.talk(entry.line(at: Date())) }
        return dependencies
    }
}
