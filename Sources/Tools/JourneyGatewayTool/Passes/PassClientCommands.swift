import Foundation
import JourneyBase
import JourneyCLI
import JourneyGateway

/// `gateway passes client …`
enum PassClientCommands {
    static let command = Command(
        "client", summary: "the clients that own passes", subcommands: [add, list, remove, restore])

    private static let name = (name: ArgumentName.client, help: "The client's name")

    private static let add = PassesCommand.leaf("add", "adds a client", [name]) {
        records, invocation throws(JourneyError) in
        let client = try await records.store.addClient(invocation.word(.client), now: Date())
        invocation.terminal.print(json(client), or: "Added the client \(client.name).")
    }

    private static let list = PassesCommand.leaf("list", "lists the clients") {
        records, invocation throws(JourneyError) in
        let clients = try await records.store.clients()
        invocation.terminal.print(
            .array(clients.map(json)),
            or: clients.map { "\($0.name)\($0.isDeleted ? "  removed" : "")" }.joined(separator: "\n"))
    }

    private static let remove = PassesCommand.leaf(
        "remove", "suspends a client: its tokens are refused from now on", [name]
    ) { records, invocation throws(JourneyError) in
        try await records.store.removeClient(invocation.word(.client), now: Date())
        invocation.terminal.print(
            ["removed": .string(invocation.word(.client))], or: "The client is removed. Its passes stay unchanged."
        )
    }

    private static let restore = PassesCommand.leaf(
        "restore", "restores a removed client with its tokens, except revoked ones", [name]
    ) { records, invocation throws(JourneyError) in
        try await records.store.restoreClient(invocation.word(.client), now: Date())
        invocation.terminal.print(
            ["restored": .string(invocation.word(.client))], or: "The client is restored with all its records.")
    }

    private static func json(_ client: PassClient) -> JSONValue {
        [
            "name": .string(client.name), "created": .string(client.created.ISO8601Format()),
            "removed": .bool(client.isDeleted),
        ]
    }
}

/// `gateway passes user …`
enum PassUserCommands {
    static let command = Command(
        "user", summary: "the API users that call the service for a client", subcommands: [add, list, revoke, remove])

    private static let names: [(name: ArgumentName, help: String)] = [
        (name: .client, help: "The client's name"), (name: .user, help: "The API user's name"),
    ]

    private static let add = PassesCommand.leaf("add", "adds an API user and shows its token once", names) {
        records, invocation throws(JourneyError) in
        let (user, token) = try await records.store.addUser(
            invocation.word(.user), of: invocation.word(.client))
        let text = token.withBytes { String(decoding: $0, as: UTF8.self) }
        invocation.terminal.print(["name": .string(user.name), "token": .string(text)], or: text)
        invocation.terminal.talk(
            "This is the token of \(user.name). It is shown only once; the database stores its hash.")
    }

    private static let list = PassesCommand.leaf("list", "lists the API users of a client", [names[0]]) {
        records, invocation throws(JourneyError) in
        let users = try await records.store.users(of: invocation.word(.client))
        let json = users.map { user -> JSONValue in
            [
                "name": .string(user.name), "created": .string(user.created.ISO8601Format()),
                "revoked": .bool(user.isRevoked), "removed": .bool(user.isDeleted),
            ]
        }
        let text = users.map { "\($0.name)\($0.isDeleted ? "  removed" : $0.isRevoked ? "  revoked" : "")" }
        invocation.terminal.print(.array(json), or: text.joined(separator: "\n"))
    }

    private static let revoke = PassesCommand.leaf(
        "revoke", "revokes an API user's token and the user tokens issued with it", names
    ) { records, invocation throws(JourneyError) in
        try await records.store.revokeUser(
            invocation.word(.user), of: invocation.word(.client), now: Date())
        invocation.terminal.print(["revoked": .string(invocation.word(.user))], or: "The token is revoked.")
    }

    private static let remove = PassesCommand.leaf(
        "remove", "revokes an API user and frees its name", names
    ) { records, invocation throws(JourneyError) in
        try await records.store.revokeUser(
            invocation.word(.user), of: invocation.word(.client), isRemoved: true, now: Date())
        invocation.terminal.print(["removed": .string(invocation.word(.user))], or: "The API user is removed.")
    }
}
