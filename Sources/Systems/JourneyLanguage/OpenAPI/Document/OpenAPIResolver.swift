internal import JourneyBase

/// Finds the operations of an OpenAPI document and prepares them for calls.
///
/// Beyond `operationId`s, only operations that bindings use are read, so a large document is scanned once.
struct OpenAPIResolver {
    private let known = KnownOperations()
    private let root: Reading
    private let schemas: OpenAPISchemas
    private let index: OperationIndex
    private let servers: OpenAPIServers

    /// Reads the bundle `bytes`, fetched from `address`, for a manifest with `origins`. `variables` are values of server
    /// variables that the host's environment chooses.
    init(
        _ bytes: [UInt8], origins: SourcePolicy, address: HTTPSURL, variables: [String: String] = [:]
    ) throws(Refusal) {
        let document = try OpenAPIDocument(bytes)
        root = document.root
        schemas = OpenAPISchemas(document)
        index = try OperationIndex(document.root, schemas.references)
        servers = OpenAPIServers(origins: origins, address: address, chosen: variables)
    }

    /// The patterns in the operations read so far that can't be compiled, each as the message at its place in the document.
    var uncheckedPatterns: [String: String] { schemas.unchecked }

    var operationIDs: Set<String> { index.ids }

    /// Returns the operation called `id`, with the `Content-Type` that the caller requests, if any, for calls to which the gateway
    /// adds the credentials `supplied`. Refuses an unknown operation with `OPERATION_UNKNOWN`, one that needs other credentials
    /// that a journey lacks with `OAPI_SECURITY`, and one with unsupported requirements with `OAPI_INVALID`.
    func operation(
        _ id: String, contentType: String? = nil, supplied: Set<GatewayCredential> = [], at place: Reading
    ) throws(Refusal) -> Operation {
        guard let entry = index[id] else {
            let hint = SpellingSuggestion.hint(for: id, in: index.ids)
            throw Refusal(
                .operationUnknown, at: place.path,
                "\(place.path) refers to an operation that the OpenAPI bundle does not have: \(Refusal.quote(id))\(hint)"
            )
        }
        if let operation = known[id, contentType, supplied] { return operation }
        do throws(Refusal) {
            let operation = try operation(id, entry, contentType, supplied)
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
        _ id: String, _ entry: OperationIndex.Entry, _ contentType: String?, _ supplied: Set<GatewayCredential>
    ) throws(Refusal) -> Operation {
        let operation = entry.operation
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
            id: id, method: method, path: entry.path, base: try servers.base(nearest: [operation, entry.item, root]),
            inputs: arguments.inputs, parameters: arguments.parameters, body: request?.body,
            answers: try AnswerReader(schemas: schemas).read(operation),
            takesIdempotencyKey: try takesKey([entry.item, operation]),
            takesToken: try OpenAPISecurity.takesToken(
                operation, root: root, schemas.references, supplied: supplied))
    }

    /// Returns the shapes of an operation that has been resolved, or empty ones for an unknown operation.
    func shapes(of operation: Operation) -> OperationShapes {
        var shapes = OperationShapes()
        guard let entry = index[operation.id], let reading = entry.item.member(entry.verb) else { return shapes }
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
        }
        shapes.answer = answerType(of: reading)
        return shapes
    }

    /// Returns the type of a successful response, if all of them have one.
    private func answerType(of operation: Reading) -> ExpressionType {
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
        guard let entry = index[id], let reading = entry.item.member(entry.verb) else { return .dyn }
        return answerType(of: reading)
    }

    private func takesKey(_ owners: [Reading]) throws(Refusal) -> Bool {
        for owner in owners {
            for element in try owner.member("parameters")?.elements() ?? [] {
                let parameter = try schemas.references.resolve(element).value
                if parameter["in"] == "header", parameter["name"]?.string?.lowercased() == "x-idempotency-key" {
                    return true
                }
            }
        }
        return false
    }
}
