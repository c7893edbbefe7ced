import Foundation
import JourneyBase
import JourneyCLI
import JourneyLanguage
import JourneyOpenAPITool
import JourneySandbox

extension JourneyCommand {
    static let new: Command = Command(
        "new", summary: "creates a journey from an OpenAPI document: manifest, pages and scripts",
        discussion: [
            "Writes a folder with a manifest that has a step for each operation, a page for each step, the document, an"
                + " autopilot script and an event script. It passes journey lint, can be signed, and runs unchanged: journey"
                + " run simulates the bank by the document: it checks requests, and keeps what they create. See docs/guides/adding-a-journey.md for the next steps.",
            "Values that an earlier operation returns are passed to later ones; the user enters the rest. Fields and responses"
                + " without a usable value are listed, and the scripts omit them. The effect of each call, its key, the"
                + " credentials that the gateway adds and constants are proposals, which are listed too.",
        ],
        arguments: [Argument(.name, kind: .text("NAME"), help: "the journey's name, with which hosts start it")],
        options: [
            Option(.openapi, value: .file, help: "The OpenAPI document (3.0, 3.1 or 3.2; YAML or JSON)"),
            Option(
                .template, value: .choice(JourneyDraft.templates + DraftSources.Kind.allCases.map(\.rawValue)),
                help: "details or order: use this built-in document. plain or react: write the pages as sources that a"
                    + " bundler builds, without a framework or with React",
                defaultText: "order"),
            Option(
                .operations, value: .text("ID,ID"), help: "The operations to use, in this order",
                defaultText: "all, in document order"),
            Option(.operation, value: .text("ID"), help: "Use this operation; may be repeated", isRepeated: true),
        ] + draftOptions,
        examples: [
            .init("journey new order", "Uses the built-in document."),
            .init(
                "journey new refund --openapi bank.json --operations getPayment,createRefund", "Uses your own document."
            ),
        ]
    ) { invocation in
        let name = try invocation.required(.name)
        _ = try journeyID(name)
        let template = invocation.value(.template) ?? "order"
        let sources = DraftSources.Kind(rawValue: template)
        if invocation.value(.openapi) != nil, invocation.value(.template) != nil, sources == nil {
            throw CommandError.usage("--openapi and --template \(template) cannot be combined.")
        }
        let operations =
            (invocation.value(.operations) ?? "").split(separator: ",").map(String.init) + invocation.values(.operation)
        let input = try invocation.value(.openapi).map { path in
            try draftInput(path, operations, invocation)
        }
        let document = try input?.bytes ?? JourneyDraft.template(sources == nil ? template : "order")
        return try draft(
            name, document, operations, warnings: input?.warnings ?? [], sources: sources, invocation)
    }

    /// The options of commands that draft a journey.
    static let draftOptions =
        [
            Option(.output, "o", value: .directory, help: "The folder", defaultText: "the journey's name"),
            Option(
                .issuer, value: .text("NAME"), help: "The issuer of the signing keys",
                defaultText: "the development issuer"),
            Option(
                .gateway, value: .text("ORIGIN"), help: "The origin that publishes manifests",
                defaultText: "https://gateway.bank.example"),
            Option(
                .pages, value: .text("ORIGIN"), help: "The origin that serves the pages",
                defaultText: "the document's server"),
        ] + OpenAPIInput.options

    /// Reads the document of a draft. A bundle has the operations, and the status queries that the whole document has for them.
    static func draftInput(
        _ path: String, _ operations: [String], _ invocation: Invocation
    ) throws -> OpenAPIInput {
        let overlays = invocation.values(.overlay)
        let input = try OpenAPIInput(
            path, keeping: operations.isEmpty ? nil : Set(operations), overlays: overlays)
        guard input.isBundled, !operations.isEmpty,
            let whole = try? OpenAPIInput(path, keeping: nil, overlays: overlays)
        else { return input }
        let queries = JourneyDraft.statusQueries(of: operations, in: whole.bytes)
        return queries.isEmpty ? input : try OpenAPIInput(path, keeping: Set(operations + queries), overlays: overlays)
    }

    private static func journeyID(_ name: String) throws -> JourneyID {
        guard let id = JourneyID(name) else {
            throw CommandError.badInput(
                .nameInvalid, "‘\(name)’ is not a journey name: use up to 64 letters, digits and -_.")
        }
        return id
    }

    /// Drafts a journey of a document's operations and writes it, unless lint finds errors in it.
    ///
    /// - Parameters:
    ///   - name: The journey's name.
    ///   - document: The OpenAPI document.
    ///   - operations: The operations in order; empty for all.
    ///   - warnings: What the author of the document should look at.
    ///   - guide: The workflow that the draft follows.
    ///   - omissions: What the draft does not have of it.
    ///   - sources: The kind of sources for the pages; `nil` for pages that need no build.
    ///   - invocation: The command line.
    static func draft(
        _ name: String, _ document: [UInt8], _ operations: [String], warnings: [String], guide: DraftGuide? = nil,
        omissions: [String] = [], sources: DraftSources.Kind? = nil, _ invocation: Invocation
    ) throws -> CommandStatus {
        for warning in warnings { invocation.terminal.talk("Warning: \(warning)") }
        let id = try journeyID(name)
        let gateway = try origin(invocation.value(.gateway) ?? "https://gateway.bank.example")
        let pages =
            try invocation.value(.pages).map(origin) ?? JourneyDraft.origin(in: document)
            ?? origin("https://pages.bank.example")
        var request = JourneyDraft.DraftRequest(id: id, openAPI: document, gateway: gateway, pages: pages, now: Date())
        if let issuer = invocation.value(.issuer) { request.issuer = issuer }
        request.operations = operations
        request.guide = guide
        request.sources = sources
        let draft = try JourneyDraft(request)
        let omissions = omissions + draft.omissions
        for omission in omissions { invocation.terminal.talk("Not in the draft: \(omission)") }
        let folder = invocation.value(.output) ?? name
        let report = LintReport(
            manifest: ("\(folder)/manifest.json", draft.files["manifest.json"] ?? []),
            openAPI: .init("\(folder)/openapi.json", document))
        let terminal = invocation.terminal
        guard !report.findings.contains(where: { $0.severity == .error }) else {
            terminal.print(["findings": .array(report.json)], or: report.text(terminal))
            terminal.talk("Nothing was written, because a journey of these operations does not pass lint.")
            return .refused
        }
        try write(draft.files, to: folder)
        describe(draft, folder: folder, report, omissions, isBuilt: sources != nil, terminal)
        return .done
    }

    private static func origin(_ text: String) throws -> Origin {
        guard let url = HTTPSURL(text), url.path == "/" || url.path.isEmpty, url.query == nil else {
            throw CommandError.badInput(.originInvalid, "‘\(text)’ is not an origin such as https://bank.example.")
        }
        return url.origin
    }

    /// Writes files to a folder that does not exist or is empty.
    private static func write(_ files: [String: [UInt8]], to folder: String) throws {
        let manager = FileManager.default
        guard (try? manager.contentsOfDirectory(atPath: folder))?.isEmpty ?? !manager.fileExists(atPath: folder) else {
            throw CommandError.badInput(
                .folderTaken, "\(folder) already exists and is not empty; choose another folder with --output.")
        }
        let folders = Set(files.keys.map { URL(fileURLWithPath: "\(folder)/\($0)").deletingLastPathComponent().path })
        do {
            for path in folders.sorted() {
                try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
        } catch {
            throw CommandError.failed(
                .fileUnwritable, "\(folder) could not be created: \(error.localizedDescription)")
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

    /// Returns a heading and a line for each missing value.
    private static func text(_ gaps: [JourneyDraft.Gap]) -> [String] {
        guard !gaps.isEmpty else { return [] }
        let lines = gaps.map { gap in
            guard let field = gap.field else {
                return "  \(gap.step): no response of \(gap.operation): \(gap.reason)."
            }
            let need = gap.isRequired ? "required" : "optional"
            return "  \(gap.step): no value for the \(need) field \(field) (\(gap.label ?? field)): \(gap.reason)."
        }
        return [
            "Missing values. Add an example of each to the document, or add them to autopilot.json and events.json:"
        ]
            + lines
    }

    private static func describe(
        _ draft: JourneyDraft, folder: String, _ report: LintReport, _ omissions: [String], isBuilt: Bool,
        _ terminal: JourneyCLI.Terminal
    ) {
        let paths = draft.files.keys.sorted().map { "\(folder)/\($0)" }
        terminal.print(
            [
                "files": .array(paths.map { .string($0) }),
                "steps": .array(draft.steps.map { ["step": .string($0.step), "operation": .string($0.operation)] }),
                "findings": .array(report.json), "missing": .array(draft.gaps.map(json)),
                "omitted": .array(omissions.map(JSONValue.string)),
                "proposals": .array(draft.proposals.map(JSONValue.string)),
            ],
            or: (paths + (report.findings.isEmpty ? [] : [report.text(terminal)]) + text(draft.gaps)).joined(
                separator: "\n"))
        if !draft.proposals.isEmpty {
            terminal.talk("To check:\n" + draft.proposals.map { "  " + $0 }.joined(separator: "\n"))
        }
        let build = isBuilt ? "\n  sh \(folder)/build.sh" : ""
        terminal.talk(
            """
            Next:\(build)
              journey lint \(folder)/manifest.json --openapi \(folder)/openapi.json
              journey explain \(folder)/manifest.json --script \(folder)/events.json
              journey run \(folder)/manifest.json
            """)
    }
}
