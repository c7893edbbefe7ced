import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage

extension JourneyCommand {
    static let plugins: Command = Command(
        "plugins", summary: "lists the native plugins that steps use, with their parameters and results",
        discussion: [
            "Without a name, prints each plugin with its purpose; with one, its parameters, result, errors, platforms and"
                + " permissions, and a step that uses it. With --json it prints JSON Schemas. A host's own plugins are described in"
                + " journey-plugins.json beside the manifest, which lint reads too: docs/reference/plugins.md."
        ],
        arguments: [Argument(.name, kind: .text("NAME"), help: "the plugin's name", isOptional: true)],
        options: [
            Option(
                .plugins, value: .file, help: "Also the host's own plugins in this file",
                defaultText: "journey-plugins.json in the current folder"),
            Option(.reference, help: "Print the reference page in Markdown"),
        ],
        examples: [
            .init("journey plugins", "Lists all plugins."),
            .init("journey plugins transaction_approval", "Prints one, with an example."),
        ]
    ) { invocation in
        let terminal = invocation.terminal
        if invocation.has(.reference) {
            terminal.data(PluginReference.page, end: "")
            return .done
        }
        let all = PluginDescription.own + (try HostPlugins.read(invocation.value(.plugins), beside: "."))
        guard let name = invocation.argument(.name) else {
            let width = all.map(\.name.count).max() ?? 0
            terminal.print(
                ["plugins": .array(all.map(PluginReference.json))],
                or: all.map { plugin in
                    let space = String(repeating: " ", count: width - plugin.name.count + 2)
                    return TextLayout.wrap(plugin.purpose, width: max(20, terminal.width - width - 2)).enumerated()
                        .map { index, line in
                            index == 0
                                ? terminal.style.bold(plugin.name) + space + line
                                : String(repeating: " ", count: width + 2) + line
                        }.joined(separator: "\n")
                }.joined(separator: "\n"))
            return .done
        }
        guard let plugin = all.first(where: { $0.name == name }) else {
            let near = Suggestion.nearest(to: name, in: all.map(\.name)).map { " Did you mean ‘\($0)’?" } ?? ""
            throw CommandError.badInput(.nameInvalid, "There is no plugin ‘\(name)’.\(near)")
        }
        terminal.print(PluginReference.json(plugin), or: PluginText.text(plugin, terminal))
        return .done
    }
}

/// The descriptions of a host's own plugins.
enum HostPlugins {
    /// Reads the file that the author names, or the one in the folder of `manifest`, if there is one.
    static func read(_ path: String?, beside manifest: String) throws -> [PluginDescription] {
        if let path { return try PluginDescription.read(Support.read(path), name: path) }
        let folder = manifest == "." ? "." : URL(fileURLWithPath: manifest).deletingLastPathComponent().path
        let file = "\(folder)/\(PluginDescription.file)"
        guard manifest != "-", FileManager.default.fileExists(atPath: file) else { return [] }
        return try PluginDescription.read(Support.read(file), name: file)
    }
}

/// A plugin on the terminal.
enum PluginText {
    static func text(_ plugin: PluginDescription, _ terminal: JourneyCLI.Terminal) -> String {
        let style = terminal.style
        var lines = [style.bold(plugin.name)]
        func paragraph(_ text: String) {
            lines += TextLayout.wrap(text, width: max(20, terminal.width - 2)).map { "  " + $0 }
        }
        paragraph(plugin.purpose)
        if plugin.isApproval { paragraph("Its success is an approval: calls after it may move money.") }
        for method in plugin.methods {
            lines += ["", style.bold("\(method.name) takes")]
            for text in members(of: method.input, isInput: true) { paragraph(text) }
            lines += ["", style.bold("and returns")]
            for text in members(of: method.output, isInput: false) { paragraph(text) }
        }
        lines += ["", style.bold("Errors")]
        for failure in PluginDescription.commonErrors + plugin.errors {
            paragraph("\(failure.code): \(failure.meaning)")
        }
        lines += ["", style.bold("Platforms")]
        for (platform, sentence) in plugin.platforms.sorted(by: { $0.key < $1.key }) {
            paragraph("\(platform): \(sentence)")
        }
        lines += ["", style.bold("Permissions of the host")]
        paragraph(plugin.permissions.isEmpty ? "none" : plugin.permissions.joined(separator: ", "))
        if let example = plugin.example {
            lines += ["", style.bold("A step")]
            lines += PluginReference.text(ofStep: example).split(separator: "\n").map { "  " + $0 }
        }
        return lines.joined(separator: "\n")
    }

    private static func members(of schema: JSONValue, isInput: Bool) -> [String] {
        let members = PluginReference.members(of: schema)
        guard !members.isEmpty else { return [isInput ? "nothing" : "an empty object"] }
        return members.map { name, member, isRequired in
            let need = isRequired || !isInput ? "" : " (optional)"
            let about = member["description"]?.string.map { ". \($0)" } ?? ""
            return "\(name): \(PluginReference.type(member).replacing("`", with: ""))\(need)\(about)"
        }
    }
}
