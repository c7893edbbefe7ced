import Foundation
import JourneyBase
package import JourneyCLI
package import JourneySandbox

/// A workflow of an Arazzo description (1.0.1), as far as a journey's draft can be made of it: the operations in their order, what
/// they are made of and lead to, and everything that the draft does not have.
package struct ArazzoWorkflow {
    /// The workflow's name.
    package let id: String
    /// The path of the OpenAPI document that its steps call, or `nil` if the description only has its URL.
    package let document: String?
    /// The operations of the steps, in order.
    package let operations: [String]
    /// The arguments of the calls, and the steps that follow.
    package let guide: DraftGuide
    /// Parts that the draft does not have, a sentence with its place each.
    package let omissions: [String]

    /// Reads a workflow.
    ///
    /// - Parameters:
    ///   - path: The description, in YAML or JSON.
    ///   - name: The workflow; the only one without a name.
    ///   - document: The OpenAPI document, instead of the one that the description names.
    /// - Throws: `CommandError` with the place of what can't be read or drafted.
    package init(_ path: String, workflow name: String?, document: String? = nil) throws(CommandError) {
        let bytes = try BoundedFile.read(path, limit: ArazzoWorkflow.byteLimit)
        do throws(BundleError) {
            let limits = JSONLimits(bytes: ArazzoWorkflow.byteLimit, depth: 64, values: 100_000)
            let reader = try ArazzoReader(file: SourceFile(bytes, name: path, limits: limits), document: document)
            self = try reader.workflow(name)
        } catch { throw CommandError(.badInput, code: error.code, error.message) }
    }

    fileprivate init(
        id: String, document: String?, operations: [String], guide: DraftGuide, omissions: [String]
    ) {
        (self.id, self.document, self.operations) = (id, document, operations)
        (self.guide, self.omissions) = (guide, omissions)
    }

    private static let byteLimit = 4 << 20
}

/// Reads one Arazzo description.
private struct ArazzoReader {
    let file: SourceFile
    private let given: String?
    /// The URLs of the sources of the type `openapi`, by name.
    private var sources: [String: String] = [:]

    private static let stepLimit = 64

    init(file: SourceFile, document: String?) throws(BundleError) {
        (self.file, given) = (file, document)
        guard let version = file.value["arazzo"]?.string else {
            throw BundleError.invalid(
                "\(file.name) is not an Arazzo description: it has no member arazzo with a version.")
        }
        guard version.hasPrefix("1.0.") else {
            throw fault("/arazzo", "Arazzo \(version.prefix(16)) is not supported; 1.0 is.")
        }
        for source in file.value["sourceDescriptions"]?.array ?? [] {
            guard source["type"]?.string ?? "openapi" == "openapi", let name = source["name"]?.string else { continue }
            sources[name] = source["url"]?.string ?? ""
        }
    }

    private func fault(_ pointer: String, _ sentence: String) -> BundleError {
        .invalid("\(file.location(of: pointer)): \(sentence)")
    }

    func workflow(_ name: String?) throws(BundleError) -> ArazzoWorkflow {
        let all = file.value["workflows"]?.array ?? []
        let names = all.compactMap { $0["workflowId"]?.string }
        guard let wanted = name ?? (all.count == 1 ? names.first : nil) else {
            throw fault("/workflows", "There is more than one workflow; name one of \(names.joined(separator: ", ")).")
        }
        guard let index = all.firstIndex(where: { $0["workflowId"]?.string == wanted }) else {
            throw fault(
                "/workflows", "There is no workflow '\(wanted.prefix(64))', only \(names.joined(separator: ", ")).")
        }
        let place = "/workflows/\(index)"
        let steps = all[index]["steps"]?.array ?? []
        guard !steps.isEmpty, steps.count <= ArazzoReader.stepLimit else {
            throw fault(place, "The workflow must have 1 to \(ArazzoReader.stepLimit) steps.")
        }
        var used: Set<String> = []
        var operations: [String] = []
        for (number, step) in steps.enumerated() {
            let call = try operation(of: step, "\(place)/steps/\(number)")
            used.insert(call.source)
            operations.append(call.id)
        }
        guard used.count == 1, let source = used.first else {
            throw fault(
                place,
                "The workflow calls several documents, and a journey has one: \(used.sorted().joined(separator: ", "))."
            )
        }
        var parts = ArazzoSteps(file: file, workflow: all[index], pointer: place)
        let guide = parts.guide(operations)
        return ArazzoWorkflow(
            id: wanted, document: given ?? path(of: source), operations: operations, guide: guide,
            omissions: parts.omissions)
    }

    /// Returns the operation of a step, and the name of its document.
    private func operation(of step: JSONValue, _ place: String) throws(BundleError) -> (source: String, id: String) {
        if step["workflowId"] != nil {
            throw fault(
                "\(place)/workflowId", "The step runs another workflow, which a journey can't; draft that one instead.")
        }
        if let path = step["operationPath"]?.string { return try operation(at: path, "\(place)/operationPath") }
        guard let text = step["operationId"]?.string else { throw fault(place, "The step has no operation.") }
        let prefix = "$sourceDescriptions."
        guard text.hasPrefix(prefix) else {
            guard sources.count == 1, let source = sources.keys.first else {
                throw fault(
                    "\(place)/operationId",
                    "The operation must name one of several sources: $sourceDescriptions.NAME.\(text.prefix(64)).")
            }
            return (source, text)
        }
        // A name may have dots, as an operation may.
        for source in sources.keys.sorted(by: { $0.count > $1.count }) where text.hasPrefix("\(prefix)\(source).") {
            return (source, String(text.dropFirst(prefix.count + source.count + 1)))
        }
        throw fault("\(place)/operationId", "The operation is of no source of the type openapi: '\(text.prefix(64))'.")
    }

    /// Returns the operation at `{$sourceDescriptions.name.url}#/paths/~1pay/post`, which is looked up in its document.
    private func operation(at path: String, _ place: String) throws(BundleError) -> (source: String, id: String) {
        let parts = path.split(separator: "#", maxSplits: 1).map(String.init)
        guard parts.count == 2,
            let source = sources.keys.first(where: { parts[0] == "{$sourceDescriptions.\($0).url}" })
        else { throw fault(place, "The path names no source of the type openapi.") }
        guard let document = given ?? self.path(of: source) else {
            throw fault(place, "The document of '\(source)' is on the network; give a copy of it with --openapi.")
        }
        let content: [UInt8]
        do throws(CommandError) { content = try BoundedFile.read(document, limit: SourceTree.limits.bytes) } catch {
            throw BundleError(error.code, error.message)
        }
        let target = try SourceFile(content, name: document, limits: SourceTree.limits)
        let pointer = parts[1].removingPercentEncoding ?? parts[1]
        guard let id = target.value(at: pointer)?["operationId"]?.string else {
            throw fault(place, "\(document) has no operation with an ID there.")
        }
        return (source, id)
    }

    /// Returns the path of a source's document, or `nil` if it is on the network.
    private func path(of source: String) -> String? {
        guard let url = sources[source], !url.isEmpty, !url.contains("://") else { return nil }
        let folder = URL(fileURLWithPath: file.name).deletingLastPathComponent()
        return folder.appendingPathComponent(url.removingPercentEncoding ?? url).standardizedFileURL.path
    }
}
