package import Foundation
package import JourneyBase
import JourneyCrypto
import JourneyLanguage

/// The initial files of a journey, generated from an OpenAPI document: a manifest with a step per operation, a page per step, an
/// autopilot script and an event script. They run as generated and are meant to be edited.
package struct JourneyDraft: Sendable {
    /// File contents by path in the journey's folder.
    package let files: [String: [UInt8]]
    /// The steps with their operations, in order.
    package let steps: [(step: String, operation: String)]
    /// The missing values; a run of the draft stops there until they are provided.
    package let gaps: [Gap]
    /// Returns the reads of a document that decide calls of `operations` whose answers were lost; none if they can't be drafted.
    package static func statusQueries(of operations: [String], in openAPI: [UInt8]) -> [String] {
        guard let id = JourneyID("draft"),
            let gateway = Origin(scheme: "https", host: "gateway.bank.example", port: 443)
        else { return [] }
        var request = DraftRequest(id: id, openAPI: openAPI, gateway: gateway, pages: gateway, now: Date())
        request.operations = operations
        return (try? JourneyDraft(request))?.statusQueries ?? []
    }

    /// The reads that decide calls whose answers were lost.
    package var statusQueries: [String] { operations.compactMap { $0.statusQuery?.id } }
    /// The proposals that an author has to check: effects, keys, credentials and constants, one sentence each.
    package let proposals: [String]
    /// The parts of a workflow that the draft does not have, a sentence with its place each.
    package let omissions: [String]
    /// The operations as they were drafted, in order.
    let operations: [DraftOperation]

    /// A field without a value in the scripts, or a missing answer of the fake bank.
    package struct Gap: Sendable, Hashable {
        package let step: String
        package let operation: String
        /// The field's path in the page's event, such as `address.line1`; `nil` for the operation's answer.
        package let field: String?
        /// The field's label on the page.
        package let label: String?
        /// `true` if the call requires it.
        package let isRequired: Bool
        /// The reason, as a clause without capital and full stop.
        package let reason: String
    }

    package struct DraftRequest: Sendable {
        package var id: JourneyID
        /// The document, copied unchanged to `openapi.json`.
        package var openAPI: [UInt8]
        /// The operations in order; empty for all in the document's order.
        package var operations: [String] = []
        /// The manifest's issuer.
        package var issuer: String
        /// The workflow that the draft follows: a step for each operation.
        package var guide: DraftGuide?
        /// The kind of sources for the pages; `nil` for pages that need no build.
        package var sources: DraftSources.Kind?
        /// The origin where manifests and documents are published.
        package var gateway: Origin
        /// The origin of the pages.
        package var pages: Origin
        package var now: Date

        package init(id: JourneyID, openAPI: [UInt8], gateway: Origin, pages: Origin, now: Date) {
            self.id = id
            self.openAPI = openAPI
            self.gateway = gateway
            self.pages = pages
            self.now = now
            issuer = DevelopmentKeySet.issuer
        }
    }

    /// The maximum number of steps of a draft.
    static let stepLimit = 12

    /// Generates a draft. Throws `OAPI_INVALID` for an invalid document or an input that a page can't provide,
    /// `OPERATION_UNKNOWN` for an unknown operation, and `CONFIGURATION_INVALID` for too many operations.
    package init(_ request: DraftRequest) throws(JourneyError) {
        let document: JSONValue
        do { document = try JSONReader.read(request.openAPI, limits: .openAPIBundle) } catch {
            throw JourneyError(.oapiInvalid, "The OpenAPI document is not valid JSON: \(error).")
        }
        let all = OpenAPIEntry.all(in: document, text: request.openAPI)
        let entries = try JourneyDraft.entries(request, all)
        let plan = try JourneyDraft.plan(request, document, entries, all)
        var draft = DraftManifest(request: request, document: document, operations: plan)
        let manifest = draft.text()
        var files = [
            "manifest.json": manifest, "openapi.json": String(decoding: request.openAPI, as: UTF8.self),
            "autopilot.json": DraftScripts.person(plan), "events.json": DraftScripts.events(plan),
        ]
        if request.sources == nil {
            for operation in plan {
                let page = DraftPage(operation, isLast: operation.step == plan.last?.step)
                files["pages/\(operation.step).html"] = page.html
            }
        }
        var bytes = files.mapValues { Array($0.utf8) }
        if let sources = request.sources {
            let title = document["info"]?["title"]?.string ?? "\(request.id)"
            bytes.merge(try DraftSources.files(sources, id: request.id, title: title, operations: plan)) { $1 }
        } else {
            for name in ["page.css", "page.js", "texts.js"] { bytes["pages/\(name)"] = try JourneyDraft.resource(name) }
            bytes["pages/journey-bridge.js"] = (try? Data(contentsOf: SandboxResources.library)).map(Array.init)
        }
        self.files = bytes
        steps = plan.map { ($0.step, $0.id) }
        operations = plan
        gaps = plan.flatMap(JourneyDraft.gaps)
        omissions = plan.flatMap(\.omissions) + draft.omissions
        proposals = plan.flatMap(JourneyDraft.proposals)
    }

    /// Returns what is proposed for the call of an operation.
    private static func proposals(for operation: DraftOperation) -> [String] {
        var sentences: [String] = []
        let call = operation.call
        if let effect = call.effect {
            var sentence = "\(operation.id) is \(effect.rawValue) and moves \(call.movesMoney ? "" : "no ")money"
            if let key = call.key {
                sentence +=
                    "; its key is in the \(key.place) \(key.name), which the bank remembers for \(key.window / 3_600_000) hours"
            }
            sentences.append(sentence + ".")
        }
        if !call.credentials.isEmpty {
            let names = call.credentials.map(\.rawValue).joined(separator: ", ")
            sentences.append("\(operation.id): the gateway adds \(names).")
        }
        return sentences + operation.notes
    }

    private static func gaps(of operation: DraftOperation) -> [Gap] {
        let fields = operation.fields.compactMap { field in
            field.gap.map { reason in
                Gap(
                    step: operation.step, operation: operation.id, field: field.path, label: field.label,
                    isRequired: field.isRequired, reason: reason)
            }
        }
        let answer = operation.answerGap.map { reason in
            Gap(
                step: operation.step, operation: operation.id, field: nil, label: nil, isRequired: true, reason: reason)
        }
        return fields + (answer.map { [$0] } ?? [])
    }

    /// The names of the built-in documents that a journey can start from.
    package static let templates = ["details", "order"]

    /// Returns the document of a template.
    package static func template(_ name: String) throws(JourneyError) -> [UInt8] { try resource("\(name).json") }

    /// Returns a file of the bundled drafts.
    static func resource(_ name: String) throws(JourneyError) -> [UInt8] {
        do { return Array(try Data(contentsOf: SandboxResources.drafts.appendingPathComponent(name))) } catch {
            throw JourneyError(
                .serverError,
                "The bundled draft file \(name) cannot be read: \(SystemCause.text(error)). Reinstall the program with its resources."
            )
        }
    }

    /// Returns the origin of the document's first absolute server URL, if any.
    package static func origin(in openAPI: [UInt8]) -> Origin? {
        guard let document = try? JSONReader.read(openAPI, limits: .openAPIBundle) else { return nil }
        return (document["servers"]?.array ?? []).compactMap { $0["url"]?.string.flatMap { HTTPSURL($0)?.origin } }
            .first
    }

    private static func entries(_ request: DraftRequest, _ all: [OpenAPIEntry]) throws(JourneyError) -> [OpenAPIEntry] {
        guard !all.isEmpty else {
            throw JourneyError(.oapiInvalid, "The OpenAPI document has no operation with an operationId.")
        }
        var chosen = all
        if !request.operations.isEmpty {
            chosen = []
            for id in request.operations {
                guard let entry = all.first(where: { $0.id == id }) else {
                    throw JourneyError(
                        .operationUnknown,
                        "The OpenAPI document has no operation \(id); it has \(all.map(\.id).joined(separator: ", ")).")
                }
                chosen.append(entry)
            }
        }
        guard chosen.count <= stepLimit else {
            throw JourneyError(
                .configurationInvalid,
                "The document has \(chosen.count) operations; choose at most \(stepLimit) with --operations, in their order."
            )
        }
        return chosen
    }

    private static func plan(
        _ request: DraftRequest, _ document: JSONValue, _ entries: [OpenAPIEntry], _ all: [OpenAPIEntry]
    ) throws(JourneyError) -> [DraftOperation] {
        guard
            let address = HTTPSURL(
                origin: origin(in: request.openAPI) ?? request.gateway, path: DraftManifest.bundlePath(request.id))
        else {
            throw JourneyError(.configurationInvalid, "The gateway's origin \(request.gateway) forms no valid URL.")
        }
        let schemas = DraftSchema(document: document)
        var known = DraftOperation.Known()
        /// The examples of what expressions over earlier answers give.
        var examples: [String: JSONValue] = ["session.correlationId": "7d444840-9dc0-41d1-b245-5ffdce74fad2"]
        var owners: [String: Int] = [:]
        var guided: [String: (expression: String, type: ValueType)] = [:]
        var plan: [DraftOperation] = []
        for (index, entry) in entries.enumerated() {
            let call = DraftCall(entry, document: document, schemas: schemas)
            let operation = try Operation.resolving(
                [entry.id], in: request.openAPI, allowing: address, supplied: Set(call.credentials))[entry.id]
            guard let operation = try operation?.get() else { continue }
            let guide = request.guide.flatMap { guide in
                guide.steps.indices.contains(index)
                    ? GuidedStep(guide.steps[index], inputs: guide.inputs, known: guided, schemas: schemas) : nil
            }
            let step = stepName(
                of: guide?.step.name ?? entry.id, at: index, besides: plan.map(\.step) + DraftManifest.endings)
            for (name, output) in resources(of: entry, among: plan) { known.values["\(entry.path)|\(name)"] = output }
            var planned = try DraftOperation(
                entry, operation, call: call, step: step, known: known, schemas: schemas, guide: guide)
            planned.refuseExamples(known: examples)
            planned.decide(
                in: DraftStatusQuery.Context(entries: all, document: document, schemas: schemas) { id in
                    let found = try? Operation.resolving(
                        [id], in: request.openAPI, allowing: address, supplied: Set(call.credentials))
                    return try? found?[id]?.get()
                })
            for path in planned.reused { owners[path].map { plan[$0].keep(path) } }
            for output in planned.outputs {
                let text = "steps.\(step).\(output.name)"
                examples[text] = output.example(in: planned.answer)
                if known.values[output.name] == nil { known.values[output.name] = (text, output.type) }
            }
            for (name, output) in planned.outputNames {
                guided["\(planned.guide?.name ?? "").\(name)"] = ("steps.\(step).\(output.name)", output.type)
            }
            for path in planned.sharedObjects where known.objects[path] == nil {
                let text = "steps.\(step).\(DraftOperation.outputName(of: path))"
                (known.objects[path], owners[path]) = (text, index)
                examples[text] = path.split(separator: ".").reduce(planned.answer?.body) { $0?[String($1)] }
            }
            plan.append(planned)
        }
        return plan
    }

    /// Returns the outputs that fill path parameters of an operation: the identifier that a call of the path before it has returned.
    private static func resources(
        of entry: OpenAPIEntry, among plan: [DraftOperation]
    ) -> [(name: String, output: (path: String, type: ValueType))] {
        var path = ""
        var found: [(name: String, output: (path: String, type: ValueType))] = []
        for segment in entry.path.split(separator: "/") {
            if segment.hasPrefix("{"), segment.hasSuffix("}"),
                let owner = plan.last(where: { $0.entry.path == path && $0.operation.method == .post }),
                let output = owner.reference
            {
                found.append(
                    (String(segment.dropFirst().dropLast()), ("steps.\(owner.step).\(output.name)", output.type)))
            }
            path += "/\(segment)"
        }
        return found
    }

    /// Returns the operation's name reduced to valid characters, or a numbered one; never one of `taken`.
    private static func stepName(of operation: String, at index: Int, besides taken: [String]) -> String {
        var name = String(operation.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.prefix(48))
        // Expressions name steps.
        if name.first?.isNumber == true { name = "step" + name.prefix(44) }
        let numbered = (index + 1...index + 1 + taken.count).map { "step\($0)" }
        return ([name] + numbered).first { !$0.isEmpty && !taken.contains($0) } ?? name
    }
}
