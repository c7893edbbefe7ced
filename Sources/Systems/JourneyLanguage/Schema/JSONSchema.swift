package import JourneyBase

/// A JSON Schema, compiled once: immutable, and quick to check values with.
///
/// Two dialects: draft 2020-12 (as it stands, and as OpenAPI 3.1 uses it), and the Schema Object of OpenAPI 3.0. Numbers
/// are compared exactly, strings by their Unicode scalars; names of members that Unicode holds to be the same are the same
/// name, as they are to the JSON reader. Nothing is fetched: a reference leads into the document or
/// into one of the documents that are given beside it. A keyword whose value has the wrong shape, a reference that leads
/// nowhere or in a circle, and a pattern that could not be matched in linear time are refused when it is compiled.
package struct JSONSchema: Sendable {
    let graph: SchemaGraph
    let root: Int

    /// What keywords mean.
    package enum Dialect: Hashable, Sendable {
        /// JSON Schema draft 2020-12; `format` is an annotation, as its section 7.2.1 of the validation part has it.
        case draft202012
        /// The Schema Object of OpenAPI 3.0: `nullable`, Boolean exclusive bounds, one type, nothing beside `$ref`.
        case openAPI30
        /// The Schema Object of OpenAPI 3.1: draft 2020-12, with `format` asserted.
        case openAPI31

        var assertsFormat: Bool { self != .draft202012 }
    }

    /// Which way a value travels. OpenAPI's `readOnly` members are not for requests, its `writeOnly` members not for
    /// responses: there they need not be there although they are required, and must not be.
    package enum Use: Hashable, Sendable { case any, request, response }

    /// The schema at `pointer` (a JSON Pointer, RFC 6901) of `document`. References resolve against the whole document
    /// and against `others`, documents by their absolute address.
    ///
    /// Throws `SchemaProblem`, which names the place.
    package static func compile(
        _ document: JSONValue, at pointer: String = "", dialect: Dialect, others: [String: JSONValue] = [:]
    ) throws(SchemaProblem) -> JSONSchema {
        let graph = try compile(document, at: [pointer], dialect: dialect, others: others)
        return graph[0]
    }

    /// The schemas at all of `pointers`, in their order: what they share is compiled once.
    package static func compile(
        _ document: JSONValue, at pointers: [String], dialect: Dialect, others: [String: JSONValue] = [:]
    ) throws(SchemaProblem) -> [JSONSchema] {
        var compiler = SchemaCompiler(document, dialect: dialect, others: others)
        let roots = try compiler.compile(pointers)
        let graph = SchemaGraph(nodes: compiler.nodes, dynamicAnchors: compiler.dynamicAnchors)
        return roots.map { JSONSchema(graph: graph, root: $0) }
    }

    /// Whether `value` is as the schema says.
    package func admits(_ value: JSONValue, use: Use = .any, limits: SchemaLimits = SchemaLimits()) -> Bool {
        var run = SchemaRun(graph: graph, use: use, limits: limits, isQuiet: true)
        return run.check(root, value)
    }

    /// What is wrong with `value`, in the order of the document's names; empty when it is as the schema says. No more
    /// than `limits.faults`. A check that would cost too much is a fault, never a pass.
    package func faults(
        in value: JSONValue, use: Use = .any, limits: SchemaLimits = SchemaLimits()
    ) -> [SchemaFault] {
        // Most values are right, and to know that much needs neither paths nor an order.
        var quick = SchemaRun(graph: graph, use: use, limits: limits, isQuiet: true)
        if quick.check(root, value) { return [] }
        if quick.isDone { return quick.result }
        var run = SchemaRun(graph: graph, use: use, limits: limits, isQuiet: false)
        _ = run.check(root, value)
        return run.result
    }
}

/// What a check may cost. Values come from others, so each of them is bounded.
package struct SchemaLimits: Sendable {
    /// The most faults that are reported.
    var faults: Int
    /// Units of work, of which a schema applied to a value costs eight and a step of a pattern one; 64 million take
    /// about a second.
    var work: Int
    /// How many schemas may be open at once, one within the other.
    var depth: Int

    package init(faults: Int = 16, work: Int = 64_000_000, depth: Int = 256) {
        self.faults = faults
        self.work = work
        self.depth = depth
    }
}

/// Why a schema cannot be used, and where.
package struct SchemaProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A JSON Pointer into the schema's document.
    let pointer: String
    /// What is wrong there, as the rest of a sentence.
    let reason: String

    package var description: String { "\(pointer.isEmpty ? "The schema" : pointer) \(reason)." }
}

/// Something of a value that is not as the schema says.
package struct SchemaFault: Hashable, Sendable, CustomStringConvertible {
    /// A JSON Pointer into the value, long names cut; empty for all of it.
    package let pointer: String
    /// The same place as manifests' refusals spell it: `steps.review.bindings[0]`.
    let place: String
    /// The keyword that it breaks; empty when the check was given up.
    package let keyword: String
    /// What is wrong there, as the rest of a sentence; never the value itself.
    package let reason: String

    package var description: String { "\(pointer.isEmpty ? "The value" : pointer) \(reason)." }
}
