package import JourneyBase

/// A compiled, immutable JSON Schema for fast validation.
///
/// There are two dialects: draft 2020-12 (also as OpenAPI 3.1 uses it), and the Schema Object of OpenAPI 3.0. Numbers are
/// compared exactly, strings by their Unicode scalars. Member names that are canonically equivalent in Unicode are the same name,
/// as in the JSON reader. Nothing is fetched: references lead into the document or into documents that are passed with it.
/// Compilation refuses malformed keywords, references without a target, and reference cycles. A pattern that cannot be matched in
/// linear time is refused in draft 2020-12; in OpenAPI, where banks publish the documents, it only checks nothing.
package struct JSONSchema: Sendable {
    let graph: SchemaGraph
    let root: Int
    /// The patterns that can't be compiled, and therefore check nothing: in OpenAPI's dialects alone.
    let unchecked: [SchemaProblem]

    /// The meaning of keywords.
    package enum Dialect: Hashable, Sendable {
        /// JSON Schema draft 2020-12; `format` is an annotation (validation, section 7.2.1).
        case draft202012
        /// The Schema Object of OpenAPI 3.0: `nullable`, Boolean exclusive bounds, one type, nothing beside `$ref`.
        case openAPI30
        /// The Schema Object of OpenAPI 3.1: draft 2020-12, with `format` asserted.
        case openAPI31

        var assertsFormat: Bool { self != .draft202012 }
    }

    /// The direction of a value. OpenAPI's `readOnly` members must not occur in requests, `writeOnly` members not in responses;
    /// there they are not required either.
    package enum Use: Hashable, Sendable { case any, request, response }

    /// Compiles the schema at `pointer` (a JSON Pointer, RFC 6901) of `document`. References resolve against the whole document
    /// and against `others`, documents by their absolute URL.
    ///
    /// Throws `SchemaProblem` with the location.
    package static func compile(
        _ document: JSONValue, at pointer: String = "", dialect: Dialect, others: [String: JSONValue] = [:]
    ) throws(SchemaProblem) -> JSONSchema {
        let graph = try compile(document, at: [pointer], dialect: dialect, others: others)
        return graph[0]
    }

    /// Compiles the schemas at all of `pointers`, in their order. Shared subschemas are compiled once.
    package static func compile(
        _ document: JSONValue, at pointers: [String], dialect: Dialect, others: [String: JSONValue] = [:]
    ) throws(SchemaProblem) -> [JSONSchema] {
        var compiler = SchemaCompiler(document, dialect: dialect, others: others)
        let roots = try compiler.compile(pointers)
        let graph = SchemaGraph(nodes: compiler.nodes, dynamicAnchors: compiler.dynamicAnchors)
        return roots.map { JSONSchema(graph: graph, root: $0, unchecked: compiler.unchecked) }
    }

    /// Returns `true` if `value` is valid.
    package func admits(_ value: JSONValue, use: Use = .any, limits: SchemaLimits = SchemaLimits()) -> Bool {
        var run = SchemaRun(graph: graph, use: use, limits: limits, isQuiet: true)
        return run.check(root, value)
    }

    /// Returns the violations in `value`, sorted by member name; empty if it is valid. Returns at most `limits.faults`. A check
    /// that exceeds its limits is a fault, never a pass.
    package func faults(
        in value: JSONValue, use: Use = .any, limits: SchemaLimits = SchemaLimits()
    ) -> [SchemaFault] {
        // Most values are valid, which a check without paths and order finds faster.
        var quick = SchemaRun(graph: graph, use: use, limits: limits, isQuiet: true)
        if quick.check(root, value) { return [] }
        if quick.isDone { return quick.result }
        var run = SchemaRun(graph: graph, use: use, limits: limits, isQuiet: false)
        _ = run.check(root, value)
        return run.result
    }
}

/// The limits of a check. Values are untrusted, so each check is bounded.
package struct SchemaLimits: Sendable {
    /// The maximum number of reported faults.
    var faults: Int
    /// The maximum work. Applying a schema to a value costs eight units, a step of a pattern one; 64 million take about a second.
    var work: Int
    /// The maximum nesting of schemas.
    var depth: Int

    package init(faults: Int = 16, work: Int = 64_000_000, depth: Int = 256) {
        self.faults = faults
        self.work = work
        self.depth = depth
    }
}

/// A schema that cannot be compiled, with the location and the reason.
package struct SchemaProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A JSON Pointer into the schema's document.
    let pointer: String
    /// The reason, as the rest of a sentence.
    let reason: String

    package var description: String { "\(pointer.isEmpty ? "The schema" : pointer) \(reason)." }
}

/// A violation of a schema by a value.
package struct SchemaFault: Hashable, Sendable, CustomStringConvertible {
    /// A JSON Pointer into the value, with long names cut; empty for the whole value.
    package let pointer: String
    /// The same location in the notation of manifests: `steps.review.bindings[0]`.
    let place: String
    /// The violated keyword; empty if the check was aborted.
    package let keyword: String
    /// The violation, as the rest of a sentence; never contains the value.
    package let reason: String

    package var description: String { Refusal.sentence(pointer.isEmpty ? "The value" : pointer, reason) }
}
