import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneySandbox

extension JourneyCommand {
    static let new: Command = Command(
        "new", summary: "starts a journey: manifest, pages and scripts, made of an OpenAPI document",
        discussion: [
            "Writes a folder with a manifest that has a step for each operation, a page for each step, the document, a script"
                + " that plays a person and one of events. It passes journey lint, can be signed, and runs as it is: journey"
                + " run plays the bank with the document's examples. Then it is yours to change; docs/guides/adding-a-journey.md.",
            "What a later operation needs and an earlier one answers is handed on; the person is asked for the rest. Each field"
                + " that the document has no usable value for is listed, and so is each answer: the scripts leave them out.",
        ],
        arguments: [Argument(.name, kind: .text("NAME"), help: "the journey's name, as hosts will start it")],
        options: [
            Option(.openapi, value: .file, help: "The document, OpenAPI 3.0 or 3.1 in JSON"),
            Option(
                .template, value: .choice(JourneyDraft.templates), help: "Begin with this document of ours instead",
                defaultText: "order"),
            Option(
                .operations, value: .text("ID,ID"), help: "Only these, in this order",
                defaultText: "all, in the document's"),
            Option(.output, "o", value: .directory, help: "The folder", defaultText: "NAME"),
            Option(.issuer, value: .text("NAME"), help: "Whose keys will sign", defaultText: "the development issuer"),
            Option(
                .gateway, value: .text("ORIGIN"), help: "Where manifests are published",
                defaultText: "https://gateway.bank.example"),
            Option(
                .pages, value: .text("ORIGIN"), help: "Where the pages will stand",
                defaultText: "the document's server"),
        ],
        examples: [
            .init("journey new order", "Starts with a document of ours."),
            .init("journey new refund --openapi bank.json --operations getPayment,createRefund", "Starts with yours."),
        ]
    ) { invocation in
        let name = try invocation.required(.name)
        guard let id = JourneyID(name) else {
            throw CommandFailure.badInput(
                "NAME_INVALID", "A journey's name is up to 64 letters, digits and -_., not ‘\(name)’.")
        }
        if invocation.value(.openapi) != nil, invocation.value(.template) != nil {
            throw CommandFailure.usage("A journey begins with --openapi or with --template.")
        }
        let document =
            try invocation.value(.openapi).map { try Support.read($0) }
            ?? JourneyDraft.template(invocation.value(.template) ?? "order")
        let gateway = try origin(invocation.value(.gateway) ?? "https://gateway.bank.example")
        let pages =
            try invocation.value(.pages).map(origin) ?? JourneyDraft.origin(in: document)
            ?? origin("https://pages.bank.example")
        var wish = JourneyDraft.Wish(id: id, openAPI: document, gateway: gateway, pages: pages, now: Date())
        if let issuer = invocation.value(.issuer) { wish.issuer = issuer }
        wish.operations = (invocation.value(.operations) ?? "").split(separator: ",").map(String.init)
        let draft = try JourneyDraft(wish)
        let folder = invocation.value(.output) ?? name
        let report = LintReport(
            manifest: ("\(folder)/manifest.json", draft.files["manifest.json"] ?? []),
            openAPI: ("\(folder)/openapi.json", document))
        let terminal = invocation.terminal
        guard !report.findings.contains(where: { $0.severity == .error }) else {
            terminal.print(["findings": .array(report.json)], or: report.text(terminal))
            terminal.talk("Nothing was written: a journey of these operations would not pass lint.")
            return .refused
        }
        try write(draft.files, to: folder)
        describe(draft, folder: folder, report, terminal)
        return .done
    }

    private static func origin(_ text: String) throws -> Origin {
        guard let url = HTTPSURL(text), url.path == "/" || url.path.isEmpty, url.query == nil else {
            throw CommandFailure.badInput("ORIGIN_INVALID", "‘\(text)’ is no origin such as https://bank.example.")
        }
        return url.origin
    }

    /// Writes into a folder that is not there yet, or empty.
    private static func write(_ files: [String: [UInt8]], to folder: String) throws {
        let manager = FileManager.default
        guard (try? manager.contentsOfDirectory(atPath: folder))?.isEmpty ?? !manager.fileExists(atPath: folder) else {
            throw CommandFailure.badInput("FOLDER_TAKEN", "\(folder) is there already, and not empty.")
        }
        do { try manager.createDirectory(atPath: folder + "/pages", withIntermediateDirectories: true) } catch {
            throw CommandFailure.failed("FILE_UNWRITABLE", "\(folder) cannot be made.")
        }
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) { try Support.write(bytes, to: "\(folder)/\(path)") }
    }

    private static func json(_ gap: JourneyDraft.Gap) -> JSONValue {
        [
            "step": .string(gap.step), "operation": .string(gap.operation),
            "field": gap.field.map { .string($0) } ?? .null, "required": .bool(gap.isRequired),
            "reason": .string(gap.reason),
        ]
    }

    /// A line for each value that is missing, after one that says what that means.
    private static func text(_ gaps: [JourneyDraft.Gap]) -> [String] {
        guard !gaps.isEmpty else { return [] }
        let lines = gaps.map { gap in
            guard let field = gap.field else {
                return "  \(gap.step): no answer of \(gap.operation): \(gap.reason)."
            }
            let need = gap.isRequired ? "required" : "optional"
            return "  \(gap.step): no value for the \(need) field \(field) (\(gap.label ?? field)): \(gap.reason)."
        }
        return [
            "Missing values. Give the document an example of each, or write them into autopilot.json and events.json:"
        ]
            + lines
    }

    private static func describe(
        _ draft: JourneyDraft, folder: String, _ report: LintReport, _ terminal: JourneyCLI.Terminal
    ) {
        let paths = draft.files.keys.sorted().map { "\(folder)/\($0)" }
        terminal.print(
            [
                "files": .array(paths.map { .string($0) }),
                "steps": .array(draft.steps.map { ["step": .string($0.step), "operation": .string($0.operation)] }),
                "findings": .array(report.json), "missing": .array(draft.gaps.map(json)),
            ],
            or: (paths + (report.findings.isEmpty ? [] : [report.text(terminal)]) + text(draft.gaps)).joined(
                separator: "\n"))
        terminal.talk(
            """
            Next:
              journey lint \(folder)/manifest.json --openapi \(folder)/openapi.json
              journey explain \(folder)/manifest.json --script \(folder)/events.json
              journey run \(folder)/manifest.json
            """)
    }
}
