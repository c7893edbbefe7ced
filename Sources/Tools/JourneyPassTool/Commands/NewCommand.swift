import JourneyBase
import JourneyCLI
import WalletPass

extension PassCommands {
    static let newTemplate = Command(
        "new", summary: "makes a template of a pass, to be changed",
        discussion: [
            "Writes FOLDER with pass.json, pictures at three scales and words in German, and FOLDER.values.json with values"
                + " for a first pass. In pass.json, {{name}} stands for a value.",
            "The template has a barcode and no nfc: its passes work at once, and can't be bound to an account. A warning says"
                + " what to change for that.",
        ],
        arguments: [Argument(.folder, kind: .directory, help: "where; it may not be there yet")],
        options: [
            Option(
                .style, "s", value: .choice(PassStyle.allCases.map(\.rawValue)), help: "What the pass is",
                defaultText: "generic"),
            Option(
                .passType, value: .text("ID"), help: "Of the certificate that will sign",
                defaultText: "pass.com.example.ticket"),
            Option(.team, value: .text("ID"), help: "Of that certificate", defaultText: "DEVELOPER1"),
            Option(.organization, value: .text("NAME"), help: "Who issues it", defaultText: "Harbour Line"),
        ],
        examples: [
            .init("journey pass new boarding --style boardingPass --organization 'Quay Air'", "A template for flights.")
        ]
    ) { invocation in
        let folder = try invocation.required(.folder)
        let style = invocation.value(.style).flatMap(PassStyle.init) ?? .generic
        let template = StarterTemplate(
            style: style,
            names: PassSignerNames(
                passTypeIdentifier: invocation.value(.passType) ?? "pass.com.example.ticket",
                teamIdentifier: invocation.value(.team) ?? "DEVELOPER1"),
            organization: invocation.value(.organization) ?? "Harbour Line")
        // Checks the names now, so that the template produces valid passes.
        try GeneratedTemplate.require(template)
        try TemplateFolder.write(template.files, to: folder)
        let values = GeneratedTemplate.valuesFile(of: folder)
        try PassFile.write(Array((PrettyJSON.text(template.values) + "\n").utf8), to: values)
        let names = template.files.keys.sorted()
        let obstacles = PassCheck.bindingObstacles(in: template.files)
        invocation.terminal.print(
            [
                "folder": .string(folder), "values": .string(values), "style": .string(style.rawValue),
                "files": .array(names.map { .string($0) }), "faults": .array(obstacles.map(FaultText.json)),
            ],
            or: """
                \(folder)/  \(names.joined(separator: ", "))
                \(values)
                """)
        if !invocation.terminal.isJSON {
            for obstacle in obstacles { invocation.terminal.talk(FaultText.line(obstacle, invocation.terminal.style)) }
        }
        invocation.terminal.talk(
            "Next: journey pass build \(folder) -o \(GeneratedTemplate.file(".pkpass", beside: folder))")
        return .done
    }
}

/// Definitions shared by `new` and `build`.
enum GeneratedTemplate {
    /// Returns the file beside a template with the template's name and the suffix `end`: `ticket.pkpass` for `ticket/`. A path
    /// such as `.` is resolved to the folder's actual name.
    static func file(_ end: String, beside folder: String) -> String {
        var path = folder[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        let name = path.split(separator: "/").last
        return (name == "." || name == ".." ? DefaultLocations.absolute(String(path)) : String(path)) + end
    }

    /// Returns the values file beside a template.
    static func valuesFile(of folder: String) -> String { file(".values.json", beside: folder) }

    /// Throws the first error that a pass of this template would have.
    static func require(_ template: StarterTemplate) throws {
        do throws(PassTemplate.Failure) {
            let files = try PassTemplate(files: template.files).filled(with: template.values.object ?? [:])
            if let fault = PassCheck.faults(in: files).first(where: { $0.severity == .error }) {
                throw PassTemplate.Failure.notText(fault.sentence + " [\(fault.code.rawValue)]")
            }
        } catch {
            guard case .notText(let sentence) = error else { throw TemplateFailure.of(error, "the template") }
            throw CommandError.badInput(.templateInvalid, sentence)
        }
    }
}

/// The messages for templates that cannot be filled.
enum TemplateFailure {
    static func of(_ failure: PassTemplate.Failure, _ place: String) -> CommandError {
        switch failure {
        case .content:
            CommandError.badInput(.templateContent, "\(place) has no pass.json with a JSON object.")
        case .missing(let names):
            CommandError(
                .badInput, code: .valueMissing,
                "Placeholders without a value: \(names.joined(separator: ", ")). Give --values FILE or --set NAME=VALUE."
            )
        case .unused(let names):
            CommandError.badInput(
                .valueUnused, "No placeholder for \(names.joined(separator: ", ")); probably misspelt.")
        case .notText(let name):
            CommandError.badInput(
                .valueType, "The value of \(name) is used inside a text, but is neither text nor a number.")
        }
    }
}
