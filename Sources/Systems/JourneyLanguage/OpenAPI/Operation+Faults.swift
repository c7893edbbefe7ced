package import JourneyBase

extension Operation {
    /// Validates `arguments` against the document's schemas before sending and returns the problem for a page to show. Returns
    /// `nil` if there is none, or if no single argument is at fault.
    package func problem(with arguments: [String: JSONValue]) -> CallProblem? {
        let faults = faults(in: arguments)
        return faults.isEmpty ? nil : CallProblem(faults: faults.map { ($0.field, $0.detail) })
    }

    /// Returns faults by argument and path in it, such as `amount` or `Data/Initiation`. Faults never contain values.
    package func faults(in arguments: [String: JSONValue]) -> [(field: String, detail: String)] {
        var faults: [(field: String, detail: String)] = []
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard let parameter = parameters[name] else { continue }
            if value == .null, !parameter.isRequired { continue }
            faults += parameter.check.faults(in: value).map { (name + $0.pointer, $0.reason) }
        }
        guard let body, body.isRequired || arguments.keys.contains(where: isInBody) else { return faults }
        let value = body.judged(bodyValue(of: body, arguments))
        faults += body.check.faults(in: value).map { fault in
            let field = body.isFlat ? String(fault.pointer.dropFirst()) : RequestBody.wholeName + fault.pointer
            return (field.isEmpty ? RequestBody.wholeName : field, fault.reason)
        }
        return faults
    }

    /// Returns the body as one value.
    func bodyValue(of body: RequestBody, _ arguments: [String: JSONValue]) -> JSONValue {
        let own = arguments.filter { isInBody($0.key) && $0.key != RequestBody.emptyName }
        guard body.isFlat else { return own.first?.value ?? .null }
        return .object(
            Dictionary(own.map { (inputs[$0.key]?.name ?? $0.key, $0.value) }) { first, _ in first })
    }
}
