internal import JourneyBase
internal import JourneyWire

/// Finds the operations of an OpenAPI document and prepares them for calls.
///
/// Beyond `operationId`s, only operations that bindings use are read, so a large document is scanned once.
struct OpenAPIResolver {
    /// The parts of the bundle that were read. A class, because a load that needs nothing new of a known bundle does not read it.
    private final class Bundle {
        struct Parts {
            let root: Reading
            let schemas: OpenAPISchemas
            let index: OperationIndex
        }

        private let bytes: [UInt8]
        private(set) var parts: Parts?

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func read() throws(Refusal) -> Parts {
            if let parts { return parts }
            let document = try OpenAPIDocument(bytes)
            let schemas = OpenAPISchemas(document)
            let index = try OperationIndex(document.root, schemas.references)
            let parts = Parts(root: document.root, schemas: schemas, index: index)
            self.parts = parts
            return parts
        }
    }

    private let known: KnownOperations
    private let bundle: Bundle
    private let servers: OpenAPIServers
    private let key: KnownBundle?

    /// Reads the bundle `bytes`, fetched from `address`, for a manifest with `origins`. `variables` are values of server
    /// variables that the host's environment chooses. With `hash`, the SHA-256 of the bytes, the operations of an earlier load are
    /// used.
    init(
        _ bytes: [UInt8], origins: SourcePolicy, address: HTTPSURL, variables: [String: String] = [:],
        hash: [UInt8]? = nil
    ) throws(Refusal) {
        bundle = Bundle(bytes)
        servers = OpenAPIServers(origins: origins, address: address, chosen: variables)
        key = hash.map {
            KnownBundle(hash: $0, origins: origins, address: address, variables: variables)
        }
        let kept = key.flatMap { KnownBundle.kept[$0] }
        known = KnownOperations(kept ?? KnownOperations.Contents())
        if kept == nil { _ = try bundle.read() }
    }

    /// Keeps the operations that this load has read, for the next load of the same bundle.
    func keep() {
        guard let key, bundle.parts != nil else { return }
        KnownBundle.kept.keep(known.contents, for: key)
    }

    /// The patterns in the operations read so far that can't be compiled, each as the message at its place in the document.
    var uncheckedPatterns: [String: String] { bundle.parts?.schemas.unchecked ?? [:] }

    var operationIDs: Set<String> { (try? bundle.read().index.ids) ?? [] }

    /// Returns the operation called `id`, with the `Content-Type` that the caller requests, if any, for calls to which the gateway
    /// adds the credentials `supplied`. Refuses an unknown operation with `OPERATION_UNKNOWN`, one that needs other credentials
    /// that a journey lacks with `OAPI_SECURITY`, and one with unsupported requirements with `OAPI_INVALID`.
    func operation(
        _ id: String, contentType: String? = nil, supplied: Set<GatewayCredential> = [], at place: Reading
    ) throws(Refusal) -> Operation {
        if let operation = known[id, contentType, supplied] { return operation }
        let parts = try bundle.read()
        guard let entry = parts.index[id] else {
            let hint = SpellingSuggestion.hint(for: id, in: parts.index.ids)
            throw Refusal(
                .operationUnknown, at: place.path,
                "\(place.path) refers to an operation that the OpenAPI bundle does not have: \(Refusal.quote(id))\(hint)"
            )
        }
        do throws(Refusal) {
            let operation = try operation(id, entry, contentType, supplied, parts)
            known[id, contentType, supplied] = operation
            return operation
        } catch {
            throw Refusal(
                error.code, at: place.path,
                "\(place.path) refers to \(Refusal.quote(id)), which cannot be called: \(error.message)", error.rule,
                bundle: Refusal.BundleFault(pointer: error.path, message: error.message))
        }
    }

    private func operation(
        _ id: String, _ entry: OperationIndex.Entry, _ contentType: String?, _ supplied: Set<GatewayCredential>,
        _ parts: Bundle.Parts
    ) throws(Refusal) -> Operation {
        let (operation, schemas) = (entry.operation, parts.schemas)
        guard let method = HTTPMethod(rawValue: entry.verb.uppercased()), method != .options else {
            throw operation.refusal("has a method that journeys do not support", .oapiOperation)
        }
        let pieces = try operation.require(
            PathTemplate.pieces(of: entry.path), "has an invalid path: \(Refusal.quote(entry.path))", .oapiPath)
        let parameters = try ParameterReader(schemas: schemas, supplied: supplied).read([entry.item, operation])
        let declared = Set(parameters.filter { $0.place == .path }.map(\.name))
        if let name = PathTemplate.parameters(of: pieces).symmetricDifference(declared).min() {
            throw operation.refusal(
                "declares path parameters that differ from those in its path: \(Refusal.quote(name))", .oapiPath)
        }
        let request = try RequestBodyReader(schemas: schemas).read(operation, method, wanted: contentType)
        let arguments = try ArgumentNames(parameters, request, at: operation)
        return Operation(
            id: id, method: method, path: entry.path,
            base: try servers.base(nearest: [operation, entry.item, parts.root]),
            inputs: arguments.inputs, parameters: arguments.parameters, body: request?.body,
            answers: try AnswerReader(schemas: schemas).read(operation),
            takesIdempotencyKey: try takesKey([entry.item, operation], schemas),
            takesToken: try OpenAPISecurity.takesToken(
                operation, root: parts.root, schemas.references, supplied: supplied))
    }

    /// Returns the shapes of an operation that has been resolved, or empty ones for an unknown operation.
    func shapes(of operation: Operation) -> OperationShapes {
        let key = KnownOperations.Key(
            id: operation.id, contentType: operation.body?.type.description, supplied: [])
        if let shapes = known.contents.shapes[key] { return shapes }
        var shapes = OperationShapes()
        guard let parts = try? bundle.read(), let entry = parts.index[operation.id],
            let reading = entry.item.member(entry.verb)
        else { return shapes }
        let schemas = parts.schemas
        let request = try? RequestBodyReader(schemas: schemas).read(
            reading, operation.method, wanted: operation.body?.type.description)
        if let schema = request?.schema {
            let body = schemas.expressionShape(of: schema, .request)
            shapes.body = body
            for (argument, input) in operation.inputs where input.place == .body && !input.isFile {
                shapes.arguments[argument] = operation.body?.isFlat == true ? body.members[input.name] : body
            }
        }
        for (argument, input) in operation.inputs where input.place != .body {
            shapes.arguments[argument] = ExpressionShape(input.type.map(ExpressionType.init) ?? .dyn)
            shapes.arguments[argument]?.isNullable = !input.isRequired || input.isNullable
            guard let schema = OpenAPIResolver.schema(of: input, [reading, entry.item], schemas) else { continue }
            shapes.arguments[argument]?.texts = schemas.expressionShape(of: schema, .request).texts
        }
        shapes.answer = answerType(of: operation.id)
        known.contents.shapes[key] = shapes
        return shapes
    }

    /// Returns the schema of a parameter, from the nearest of `owners` that declares it.
    private static func schema(
        of input: Operation.Input, _ owners: [Reading], _ schemas: OpenAPISchemas
    ) -> Reading? {
        for owner in owners {
            for element in (try? owner.member("parameters")?.elements()) ?? [] {
                guard let parameter = try? schemas.references.resolve(element),
                    parameter.value["name"]?.string == input.name,
                    parameter.value["in"]?.string == input.place.rawValue
                else { continue }
                return parameter.member("schema")
            }
        }
        return nil
    }

    /// Returns the type of a successful response, if all of them have one.
    private func answerType(of operation: Reading, _ schemas: OpenAPISchemas) -> ExpressionType {
        var types: [ExpressionType] = []
        for (name, member) in (try? operation.member("responses")?.members()) ?? [] where name.hasPrefix("2") {
            guard let response = try? schemas.references.resolve(member) else { return .dyn }
            for (media, content) in (try? response.member("content")?.members()) ?? [] {
                guard MediaType(media)?.isJSON == true else { continue }
                guard let schema = content.member("schema") else { return .dyn }
                types.append(schemas.expressionShape(of: schema, .response).readType)
                break
            }
        }
        guard let first = types.first else { return .dyn }
        return types.allSatisfy { $0 == first } ? first : .dyn
    }

    /// Returns the type of the response of the operation `id`, or `.dyn` if it is not known.
    func answerType(of id: String) -> ExpressionType {
        if let type = known.contents.answers[id] { return type }
        guard let parts = try? bundle.read(), let entry = parts.index[id],
            let reading = entry.item.member(entry.verb)
        else { return .dyn }
        let type = answerType(of: reading, parts.schemas)
        known.contents.answers[id] = type
        return type
    }

    private func takesKey(_ owners: [Reading], _ schemas: OpenAPISchemas) throws(Refusal) -> Bool {
        for owner in owners {
            for element in try owner.member("parameters")?.elements() ?? [] {
                let parameter = try schemas.references.resolve(element).value
                if parameter["in"] == "header", parameter["name"]?.string.map(BankHeader.isIdempotencyKey) ?? false {
                    return true
                }
            }
        }
        return false
    }
}
