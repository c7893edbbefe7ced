import Foundation
import JourneyBase
import JourneyCLI
import JourneyGateway
import JourneyWire

/// `gateway passes pass …`
enum PassCommands {
    static let command = Command(
        "pass", summary: "the passes themselves", subcommands: [add, list, show, update, unbind, void])

    private static let place: [(name: ArgumentName, help: String)] = [
        (name: .client, help: "The client's name"),
        (name: .tag, help: "The \(TagAttribute.reference.rawValue) of the pass's tag"),
    ]
    private static let values = [
        Option(
            .value, value: .text("NAME=TEXT"), help: "Value of a placeholder of the template", isRepeated: true),
        Option(.values, value: .file, help: "Values as a JSON object, also other than text; null removes a value"),
    ]

    private static let add = PassesCommand.leaf(
        "add", "adds a pass to a tag, if it is valid for Wallet", place,
        options: [
            Option(.holder, value: .text("ID"), help: "The holder, by the client's own id"),
            Option(.type, value: .text("TYPE"), help: "Its pass type identifier"),
            Option(.serial, value: .text("NUMBER"), help: "Its serial number", defaultText: "a random one"),
        ] + values, readingTypes: true
    ) { records, invocation in
        guard let holder = invocation.value(.holder), let type = invocation.value(.type) else {
            throw CommandError.usage("A new pass needs --holder and --type.")
        }
        let pass = try await records.store.addPass(
            .init(
                holder: holder, type: type, serial: invocation.value(.serial), values: try read(invocation) ?? [:]),
            on: invocation.word(.tag), of: invocation.word(.client), check: records.check(_:naming:))
        let warnings = PassTypeCommands.bindingWarnings(records, type, invocation)
        print(pass, "Added the pass \(pass.serialNumber) to \(invocation.word(.tag)).", invocation, warnings)
    }

    private static let update = PassesCommand.leaf(
        "update", "changes values of a pass; others stay", place, options: values, readingTypes: true
    ) { records, invocation in
        guard let changes = try read(invocation) else {
            throw CommandError.usage("Name the changes with --value or --values.")
        }
        let pass = try await records.store.changePass(
            on: invocation.word(.tag), of: invocation.word(.client), values: changes, now: Date(),
            check: records.check(_:naming:))
        print(pass, "The pass \(pass.serialNumber) is changed.", invocation)
    }

    private static let void = PassesCommand.leaf("void", "voids a pass, so that it can't be bound any more", place) {
        records, invocation throws(JourneyError) in
        let pass = try await records.store.changePass(
            on: invocation.word(.tag), of: invocation.word(.client), isVoided: true, now: Date())
        print(pass, "The pass \(pass.serialNumber) is void.", invocation)
    }

    private static let unbind = PassesCommand.leaf(
        "unbind", "unbinds a pass so that another device can bind it, for instance a replaced phone", place
    ) { records, invocation throws(JourneyError) in
        let pass = try await records.store.unbindPass(
            on: invocation.word(.tag), of: invocation.word(.client), now: Date())
        print(pass, "The pass \(pass.serialNumber) is unbound; the next device may bind it.", invocation)
    }

    private static let show = PassesCommand.leaf("show", "shows a pass, without its token", place) {
        records, invocation throws(JourneyError) in
        let pass = try await records.store.pass(on: invocation.word(.tag), of: invocation.word(.client))
        let devices = try await records.updates.devices(of: pass.key)
        let personal = try await records.updates.personalization(of: pass.key)
        let state = pass.isVoided ? "void" : pass.binding == nil ? "not bound" : "bound"
        let lines =
            [
                "\(pass.passTypeIdentifier)/\(pass.serialNumber)", "\(state), changed \(pass.updated.ISO8601Format())",
                "on \(devices) devices",
            ]
            + (personal?.object ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.string ?? "")" }
            + pass.values.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.string ?? $0.value.compactText)" }
        var more: [String: JSONValue] = ["devices": .number(JSONNumber(devices))]
        more["personalization"] = personal
        print(pass, lines.joined(separator: "\n"), invocation, more)
    }

    private static let list = PassesCommand.leaf("list", "lists the passes of a client", [place[0]]) {
        records, invocation throws(JourneyError) in
        let tags = try await records.store.tags(of: invocation.word(.client)).filter { $0.pass != nil }
        let json = tags.map { tag -> JSONValue in
            [
                TagAttribute.reference.rawValue: .string(tag.reference),
                "passTypeIdentifier": .string(tag.pass?.type ?? ""),
                "serialNumber": .string(tag.pass?.serial ?? ""),
            ]
        }
        let text = tags.map { "\($0.reference)  \($0.pass.map { "\($0.type)/\($0.serial)" } ?? "")" }
        invocation.terminal.print(.array(json), or: text.joined(separator: "\n"))
    }

    private static func print(
        _ pass: StoredPass, _ text: String, _ invocation: Invocation, _ more: [String: JSONValue] = [:]
    ) {
        let members: [String: JSONValue] = [
            "passTypeIdentifier": .string(pass.passTypeIdentifier), "serialNumber": .string(pass.serialNumber),
            "updated": .string(pass.updated.ISO8601Format()), "voided": .bool(pass.isVoided),
            "bound": .bool(pass.binding != nil), "values": .object(pass.values),
        ]
        invocation.terminal.print(.object(members.merging(more) { $1 }), or: text)
    }

    /// Returns the values of the command line, those of `--value` over those of the file; `nil` without any.
    private static func read(_ invocation: Invocation) throws(CommandError) -> [String: JSONValue]? {
        var values: [String: JSONValue] = [:]
        if let path = invocation.value(.values) {
            let bytes = try BoundedFile.read(path, limit: 1 << 20)
            guard let object = (try? JSONReader.read(bytes))?.object else {
                throw CommandError.badInput(.jsonInvalid, "\(path) is not a JSON object.")
            }
            values = object
        }
        for pair in invocation.values(.value) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw CommandError.usage("--value must have the form NAME=TEXT, not ‘\(pair)’.")
            }
            values[String(parts[0])] = .string(String(parts[1]))
        }
        return invocation.value(.values) == nil && invocation.values(.value).isEmpty ? nil : values
    }
}
