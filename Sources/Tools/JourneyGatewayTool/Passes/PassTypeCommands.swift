import Foundation
import JourneyBase
import JourneyCLI
import JourneyGateway
import JourneyWire

/// `gateway passes type …`
enum PassTypeCommands {
    static let command = Command("type", summary: "pass types and their certificates", subcommands: [add, list, touch])

    private static let add = PassesCommand.leaf(
        "add", "assigns a pass type of the configuration to a client",
        [
            (name: .client, help: "The client's name"),
            (name: .type, help: "A pass type identifier that the configuration has under passes.types"),
        ],
        options: [
            Option(
                .organization, value: .text("NAME"), help: "The organization shown as the pass's issuer",
                defaultText: "the client")
        ], readingTypes: true
    ) { records, invocation throws(JourneyError) in
        let (client, type) = (invocation.word(.client), invocation.word(.type))
        guard let content = records.types[type] else {
            throw JourneyError(.recordUnknown, "The configuration has no pass type \(type) under passes.types.")
        }
        let team = content.team
        try await records.store.addType(
            type, of: client, team: team, organization: invocation.value(.organization) ?? client, now: Date())
        let members: [String: JSONValue] = ["passTypeIdentifier": .string(type), "teamIdentifier": .string(team)]
        invocation.terminal.print(
            .object(members.merging(bindingWarnings(records, type, invocation)) { $1 }),
            or: "Assigned the pass type \(type) of team \(team) to \(client).")
    }

    /// Prints the reasons why passes of `type` can't be bound, and returns them as members of the command's JSON.
    static func bindingWarnings(
        _ records: PassAdministration, _ type: String, _ invocation: Invocation
    ) -> [String: JSONValue] {
        let obstacles = records.types[type]?.bindingObstacles ?? []
        let terminal = invocation.terminal
        for obstacle in obstacles where !terminal.isJSON { terminal.talk("\(type): \(obstacle)") }
        return obstacles.isEmpty ? [:] : ["warnings": .array(obstacles.map { .string($0) })]
    }

    private static let touch = PassesCommand.leaf(
        "touch", "makes all devices fetch their passes of a type again, for instance after a template change",
        [(name: .type, help: "The pass type identifier")]
    ) { records, invocation throws(JourneyError) in
        let type = invocation.word(.type)
        let count = try await records.store.touchType(type, now: Date())
        invocation.terminal.print(
            ["passTypeIdentifier": .string(type), "passes": .number(JSONNumber(count))],
            or: "Marked \(count) passes of \(type) as changed.")
    }

    private static let list = PassesCommand.leaf(
        "list", "lists the pass types with the expiry of their certificates", readingTypes: true
    ) { records, invocation throws(JourneyError) in
        let (types, now) = (try await records.store.types(), Date())
        let json = types.map { type -> JSONValue in
            var object: [String: JSONValue] = [
                "passTypeIdentifier": .string(type.identifier), "client": .string(type.client),
                "teamIdentifier": .string(type.team), "organizationName": .string(type.organization),
            ]
            if let content = records.types[type.identifier] {
                object["notAfter"] = .string(content.notAfter.ISO8601Format())
                object["daysLeft"] = .number(JSONNumber(Int64(content.daysLeft(at: now))))
            }
            return .object(object)
        }
        let text = types.map { type in
            let days = records.types[type.identifier].map { $0.daysLeft(at: now) }
            let end =
                switch days {
                case nil: "no certificate is configured"
                case let days? where days < 0: "the certificate has expired"
                case let days? where days < PassTypeContent.warningDays: "the certificate expires in \(days) days"
                case let days?: "\(days) days left"
                }
            return "\(type.identifier)  \(type.client)  \(type.team)  \(end)"
        }
        invocation.terminal.print(.array(json), or: text.joined(separator: "\n"))
    }
}

/// `gateway passes tag …`
enum PassTagCommands {
    static let command = Command("tag", summary: "the tags by which apps name passes", subcommands: [add, list])

    private static let add = PassesCommand.leaf(
        "add", "adds a tag",
        [(name: .client, help: "The client's name"), (name: .tag, help: "Its \(TagAttribute.reference.rawValue)")],
        options: [Option(.subscription, value: .text("ID"), help: "Its \(TagAttribute.subscription.rawValue)")]
    ) { records, invocation throws(JourneyError) in
        let tag = try await records.store.addTag(
            invocation.word(.tag), subscription: invocation.value(.subscription), of: invocation.word(.client),
            now: Date())
        invocation.terminal.print(json(tag), or: "The tag \(tag.reference) has the number \(tag.id).")
    }

    private static let list = PassesCommand.leaf(
        "list", "lists the tags of a client, each with its pass", [(name: .client, help: "The client's name")]
    ) { records, invocation throws(JourneyError) in
        let tags = try await records.store.tags(of: invocation.word(.client))
        let text = tags.map { tag in
            "\(tag.id)  \(tag.reference)  \(tag.subscription ?? "–")  "
                + (tag.pass.map { "\($0.type)/\($0.serial)" } ?? "no pass")
        }
        invocation.terminal.print(.array(tags.map(json)), or: text.joined(separator: "\n"))
    }

    private static func json(_ tag: PassTag) -> JSONValue {
        var object: [String: JSONValue] = [
            TagAttribute.number.rawValue: .string("\(tag.id)"),
            TagAttribute.reference.rawValue: .string(tag.reference),
        ]
        object[TagAttribute.subscription.rawValue] = tag.subscription.map { .string($0) }
        object["passTypeIdentifier"] = tag.pass.map { .string($0.type) }
        object["serialNumber"] = tag.pass.map { .string($0.serial) }
        return .object(object)
    }
}
