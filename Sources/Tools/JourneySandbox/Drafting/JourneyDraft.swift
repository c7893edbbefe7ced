package import Foundation
package import JourneyBase
import JourneyCrypto
import JourneyLanguage

/// A journey's first files, made of an OpenAPI document: a manifest with a step for each operation, a page for each step, a
/// script that plays a person and one of events. They load and run as they are, and are there to be changed.
package struct JourneyDraft: Sendable {
    /// By path in the journey's folder.
    package let files: [String: [UInt8]]
    /// The steps with their operations, in order.
    package let steps: [(step: String, operation: String)]
    /// What the document gives no value for: a run of the draft stops there until somebody writes one.
    package let gaps: [Gap]

    /// A field that the scripts have no value for, or an answer that the stand-in bank does not have.
    package struct Gap: Sendable, Hashable {
        package let step: String
        package let operation: String
        /// The field's name in the page's event, such as `address.line1`; `nil` for the operation's answer.
        package let field: String?
        /// Its label on the page.
        package let label: String?
        /// Whether the call needs it.
        package let isRequired: Bool
        /// The rest of a sentence.
        package let reason: String
    }

    package struct DraftRequest: Sendable {
        package var id: JourneyID
        /// The document, which becomes `openapi.json` as it is.
        package var openAPI: [UInt8]
        /// In this order; empty for all, in the document's.
        package var operations: [String] = []
        /// Who signs.
        package var issuer: String
        /// Where manifests and documents are published.
        package var gateway: Origin
        /// Where the pages stand.
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

    /// More steps than this are no first draft.
    static let stepLimit = 12

    /// Throws `OAPI_INVALID` for a document that is none or asks for what a page cannot give, `OPERATION_UNKNOWN` for an
    /// operation that it does not have, and `CONFIGURATION_INVALID` where there are too many.
    package init(_ wish: DraftRequest) throws(JourneyError) {
        let document: JSONValue
        do { document = try JSONReader.read(wish.openAPI, limits: .openAPIBundle) } catch {
            throw JourneyError(.oapiInvalid, "The OpenAPI document is no strict JSON: \(error).")
        }
        let entries = try JourneyDraft.entries(wish, document)
        let plan = try JourneyDraft.plan(wish, document, entries)
        let draft = DraftManifest(wish: wish, document: document, operations: plan)
        var files = [
            "manifest.json": draft.text, "openapi.json": String(decoding: wish.openAPI, as: UTF8.self),
            "autopilot.json": DraftScripts.person(plan), "events.json": DraftScripts.events(plan),
        ]
        for operation in plan {
            files["pages/\(operation.step).html"] = DraftPage(operation, isLast: operation.step == plan.last?.step).html
        }
        var bytes = files.mapValues { Array($0.utf8) }
        for name in ["page.css", "page.js"] { bytes["pages/\(name)"] = try JourneyDraft.resource(name) }
        bytes["pages/journey-bridge.js"] = (try? Data(contentsOf: SandboxResources.library)).map(Array.init)
        self.files = bytes
        steps = plan.map { ($0.step, $0.id) }
        gaps = plan.flatMap(JourneyDraft.gaps)
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

    /// The documents that a journey can begin with where there is no other, by name.
    package static let templates = ["details", "order"]

    /// The document of a template.
    package static func template(_ name: String) throws(JourneyError) -> [UInt8] { try resource("\(name).json") }

    private static func resource(_ name: String) throws(JourneyError) -> [UInt8] {
        guard let data = try? Data(contentsOf: SandboxResources.drafts.appendingPathComponent(name)) else {
            throw JourneyError(.serverError, "The draft's files cannot be read.")
        }
        return Array(data)
    }

    /// Where the document says that its API stands, if it says so with an address.
    package static func origin(in openAPI: [UInt8]) -> Origin? {
        guard let document = try? JSONReader.read(openAPI, limits: .openAPIBundle) else { return nil }
        return (document["servers"]?.array ?? []).compactMap { $0["url"]?.string.flatMap { HTTPSURL($0)?.origin } }
            .first
    }

    private static func entries(_ wish: DraftRequest, _ document: JSONValue) throws(JourneyError) -> [OpenAPIEntry] {
        let all = OpenAPIEntry.all(in: document, text: wish.openAPI)
        guard !all.isEmpty else {
            throw JourneyError(.oapiInvalid, "The OpenAPI document has no operation with an operationId.")
        }
        var chosen = all
        if !wish.operations.isEmpty {
            chosen = []
            for id in wish.operations {
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
        _ wish: DraftRequest, _ document: JSONValue, _ entries: [OpenAPIEntry]
    ) throws(JourneyError) -> [DraftOperation] {
        guard
            let address = HTTPSURL(
                origin: origin(in: wish.openAPI) ?? wish.gateway, path: DraftManifest.bundlePath(wish.id))
        else { throw JourneyError(.configurationInvalid, "The gateway has no address.") }
        let schemas = DraftSchema(document: document)
        var known: DraftOperation.Known = [:]
        var plan: [DraftOperation] = []
        for (index, entry) in entries.enumerated() {
            let operation = try Operation.resolving(entry.id, in: wish.openAPI, allowing: address)
            let step = stepName(of: entry.id, at: index, besides: plan.map(\.step) + DraftManifest.endings)
            let planned = try DraftOperation(entry, operation, step: step, known: known, schemas: schemas)
            for output in planned.outputs where known[output.name] == nil {
                known[output.name] = ("steps.\(step).\(output.name)", output.type)
            }
            plan.append(planned)
        }
        return plan
    }

    /// The operation's name as far as a step can have it, else by its place; never one of `taken`.
    private static func stepName(of operation: String, at index: Int, besides taken: [String]) -> String {
        let name = String(operation.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.prefix(48))
        let numbered = (index + 1...index + 1 + taken.count).map { "step\($0)" }
        return ([name] + numbered).first { !$0.isEmpty && !taken.contains($0) } ?? name
    }
}
