package import JourneyBase

extension Operation {
    /// A request that a bank has received, split by its route.
    package struct Received: Sendable {
        /// The parameters in the path, decoded.
        package var path: [String: String]
        /// The names and values of the query, decoded.
        package var query: [(name: String, value: String)]
        package var headers: HTTPFields
        package var body: [UInt8]

        package init(path: [String: String], query: [(name: String, value: String)], headers: HTTPFields, body: [UInt8])
        {
            (self.path, self.query, self.headers, self.body) = (path, query, headers, body)
        }
    }

    /// Holds a received request against the document, as the bank's server does: required parameters, plain parameters by their
    /// schemas, and a JSON body by its schema. For stand-ins of banks.
    ///
    /// - Parameter request: The request.
    /// - Returns: The faults, by parameter or by path in the body, without values.
    package func faults(in request: Received) -> [(field: String, detail: String)] {
        var faults: [(field: String, detail: String)] = []
        for (name, parameter) in parameters.sorted(by: { $0.key < $1.key }) {
            let text: String? =
                switch parameter.place {
                case .path: request.path[parameter.name]
                case .query: request.query.first { $0.name == parameter.name }?.value
                case .header: request.headers[parameter.name]
                case .cookie: nil
                }
            guard let text else {
                // A list or an object may be spread over other names.
                let isPlain = ![.array, .object].contains(parameter.check.type) && parameter.place != .cookie
                if parameter.isRequired, isPlain { faults.append((name, "is missing")) }
                continue
            }
            guard let value = Operation.value(of: text, parameter.check.type) else { continue }
            faults += parameter.check.faults(in: value).map { (name + $0.pointer, $0.reason) }
        }
        guard let body else { return faults }
        guard !request.body.isEmpty else {
            return faults + (body.isRequired ? [(RequestBody.wholeName, "is missing")] : [])
        }
        guard case .json = body.kind else { return faults }
        guard let value = try? JSONReader.read(request.body) else {
            return faults + [(RequestBody.wholeName, "is not valid JSON")]
        }
        return faults + body.check.faults(in: value).map { (RequestBody.wholeName + $0.pointer, $0.reason) }
    }

    /// Returns a plain parameter's value, or `nil` for a list, an object or an unknown type.
    private static func value(of text: String, _ type: ValueType?) -> JSONValue? {
        switch type {
        case .string: .string(text)
        case .integer, .number, .boolean: (try? JSONReader.read(Array(text.utf8))) ?? .string(text)
        case .array, .object, nil: nil
        }
    }
}
