import Foundation
import JourneyBase
import JourneyCLI
import JourneyGateway

/// The commands `gateway passes …`: clients, API users, pass types, tags and passes of the pass service.
enum PassesCommand {
    static let command = Command(
        "passes", summary: "clients, users, types, tags and passes of the pass service",
        discussion: [
            "The commands use the database of the gateway's configuration; the gateway may be running."
                + " docs/reference/pass-service.md has the details."
        ],
        examples: [
            .init("journey gateway passes client add acme --config gateway.json", "Adds a client."),
            .init(
                "journey gateway passes user add acme app --config gateway.json",
                "Adds its API user and shows the token."
            ),
        ],
        subcommands: [
            PassClientCommands.command, PassUserCommands.command, PassTypeCommands.command, PassTagCommands.command,
            PassCommands.command, audit, messages,
        ])

    static let configuration = Option(.config, "c", value: .file, help: "The gateway's configuration")

    /// Creates a command that opens the records, runs `work`, and closes them. `readingTypes` also reads certificates and
    /// templates.
    static func leaf(
        _ name: String, _ summary: String, _ arguments: [(name: ArgumentName, help: String)] = [],
        options: [Option] = [],
        readingTypes: Bool = false,
        _ work: @escaping @Sendable (PassAdministration, Invocation) async throws -> Void
    ) -> Command {
        Command(
            name, summary: summary,
            arguments: arguments.map { Argument($0.name, kind: .text($0.name.text), help: $0.help) },
            options: [configuration] + options
        ) { invocation in
            guard let path = invocation.value(.config) else {
                throw CommandError.badInput(.configurationMissing, "Name the configuration with --config.")
            }
            let file = URL(fileURLWithPath: path).standardizedFileURL.path
            do {
                let records = try await PassAdministration.open(
                    configuration: file, environment: GatewayEnvironment.given, readingTypes: readingTypes)
                defer { records.close() }
                try await work(records, invocation)
            } catch let error as JourneyError { throw CommandError(ofGateway: error) }
            return .done
        }
    }

    private static let audit = leaf(
        "audit", "shows the newest entries of the audit log",
        options: [Option(.most, value: .integer(1...10_000), help: "Number of entries", defaultText: "50")]
    ) { records, invocation throws(JourneyError) in
        let lines = try await records.store.audit(most: invocation.integer(.most) ?? 50)
        let json = lines.map { line -> JSONValue in
            var object: [String: JSONValue] = [
                "moment": .string(line.moment.ISO8601Format()), "action": .string(line.action),
                "client": .string(line.client),
            ]
            object["user"] = line.user.map { .string($0) }
            object["passTypeIdentifier"] = line.pass.map { .string($0.type) }
            object["serialNumber"] = line.pass.map { .string($0.serial) }
            object["detail"] = line.detail.map { .string($0) }
            return .object(object)
        }
        let text = lines.map { line in
            [
                line.moment.ISO8601Format(), line.action, line.client, line.user,
                line.pass.map { "\($0.type)/\($0.serial)" }, line.detail,
            ].compactMap { $0 }.joined(separator: "  ")
        }
        invocation.terminal.print(.array(json), or: text.joined(separator: "\n"))
    }
}

extension PassesCommand {
    fileprivate static let messages = leaf(
        "messages", "shows the newest log messages from wallets",
        options: [Option(.most, value: .integer(1...10_000), help: "Number of messages", defaultText: "50")]
    ) { records, invocation throws(JourneyError) in
        let messages = try await records.updates.messages(most: invocation.integer(.most) ?? 50)
        let json = messages.map { message -> JSONValue in
            ["moment": .string(message.received.ISO8601Format()), "message": .string(message.text)]
        }
        let text = messages.map { "\($0.received.ISO8601Format())  \($0.text)" }
        invocation.terminal.print(.array(json), or: text.joined(separator: "\n"))
    }
}

extension Invocation {
    /// Returns a required argument, which the parser has checked.
    func word(_ name: ArgumentName) -> String { argument(name) ?? "" }
}
