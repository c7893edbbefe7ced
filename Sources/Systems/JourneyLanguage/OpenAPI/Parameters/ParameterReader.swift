internal import JourneyBase

/// Reads the parameters of an operation; its own take precedence over those of its path item.
struct ParameterReader {
    let schemas: OpenAPISchemas
    /// The credentials that the gateway adds: their headers are no arguments.
    var supplied: Set<GatewayCredential> = []

    static let limit = 128

    /// Returns the parameters of `owners`; later owners override earlier ones.
    func read(_ owners: [Reading]) throws(Refusal) -> [Parameter] {
        var found: [Parameter.Key: Parameter] = [:]
        for owner in owners {
            guard let list = owner.member("parameters") else { continue }
            try list.atMost(ParameterReader.limit, "parameters")
            var own: Set<Parameter.Key> = []
            for element in try list.elements() {
                let reading = try schemas.references.resolve(element)
                guard let parameter = try parameter(reading) else { continue }
                guard own.insert(parameter.key).inserted else {
                    throw element.refusal(
                        "is a duplicate in its list: \(Refusal.quote(parameter.name)) in \(parameter.place.rawValue)",
                        .oapiParameter)
                }
                found[parameter.key] = parameter
            }
        }
        return found.values.sorted { ($0.place.rawValue, $0.name) < ($1.place.rawValue, $1.name) }
    }

    /// Returns the parameter at `reading`, or `nil` for a header that a call does not set.
    private func parameter(_ reading: Reading) throws(Refusal) -> Parameter? {
        let name = try reading.required("name").text()
        let whereabouts = try reading.required("in")
        if try isOf32(reading, whereabouts) { return nil }
        let place = try whereabouts.require(
            ParameterLocation(rawValue: whereabouts.text()), "must be one of path, query, header and cookie",
            .oapiParameter
        )
        let isRequired = try reading.member("required")?.flag() ?? false
        if place == .path, !isRequired {
            throw reading.refusal("is a path parameter, which must be required", .oapiParameter)
        }
        if place == .header {
            guard try isOurs(name, isRequired: isRequired, reading) else { return nil }
        }
        let (form, check, isNullable) = try form(reading, name, place)
        return Parameter(
            name: name, place: place, isRequired: isRequired, form: form, check: check, isNullable: isNullable)
    }

    /// Returns `true` for an optional parameter of a kind that 3.2 brought, which a call does without. Refuses a required one.
    private func isOf32(_ reading: Reading, _ whereabouts: Reading) throws(Refusal) -> Bool {
        guard schemas.references.version == .v32 else { return false }
        let isString = whereabouts.value == "querystring"
        guard isString || whereabouts.value == "cookie" && reading.member("style")?.value == "cookie" else {
            return false
        }
        guard try reading.member("required")?.flag() != true else {
            let what = isString ? "the whole query string" : "a cookie of the style cookie"
            throw reading.refusal("is required and is \(what), which calls cannot set", .oapiParameter)
        }
        return true
    }

    /// Returns `true` if a call may carry the header as an argument. Headers of the engine, the client or the session are
    /// excluded; a header that no part of the SDK sets must not be required.
    private func isOurs(_ name: String, isRequired: Bool, _ reading: Reading) throws(Refusal) -> Bool {
        try reading.require(HTTPFields.isSafe(name: name, value: ""), "is not a header name", .oapiParameter)
        let lower = name.lowercased()
        if ManifestGrammar.givenHeaders.contains(lower) { return false }
        if supplied.contains(where: { $0.isCarried(by: lower) }) { return false }
        if ManifestGrammar.mayCarry(header: lower) { return true }
        try reading.require(
            !isRequired, "is a required header that calls cannot set: \(Refusal.quote(name))", .oapiParameter)
        return false
    }

    private func form(
        _ reading: Reading, _ name: String, _ place: ParameterLocation
    ) throws(Refusal) -> (Parameter.Form, ValueRule, isNullable: Bool) {
        guard let content = reading.member("content") else {
            let schema = try reading.require(reading.member("schema"), "has neither schema nor content", .oapiParameter)
            let shape = try schemas.shape(of: schema, .request)
            let form = try styled(reading, place, shape.type)
            return (form, try schemas.check(at: schema, .request), shape.isNullable)
        }
        try reading.require(reading.member("schema") == nil, "has both schema and content", .oapiParameter)
        let entries = try content.members()
        guard entries.count == 1, let entry = entries.first else {
            throw content.refusal("has \(entries.count) media types; a parameter must have exactly one", .oapiParameter)
        }
        guard let type = MediaType(entry.name), type.isJSON || type.essence == "text/plain" else {
            throw content.refusal("must be JSON or text/plain, not \(Refusal.quote(entry.name))", .oapiParameter)
        }
        let form: Parameter.Form = type.isJSON ? .json : .text
        guard let schema = try schemas.references.resolve(entry.value).member("schema") else {
            return (form, .anything, true)
        }
        let shape = try schemas.shape(of: schema, .request)
        return (form, try schemas.check(at: schema, .request), shape.isNullable)
    }

    private func styled(
        _ reading: Reading, _ place: ParameterLocation, _ type: ValueType?
    ) throws(Refusal) -> Parameter.Form {
        var style = ParameterStyle.standard(in: place)
        if let member = reading.member("style") {
            guard let named = ParameterStyle(rawValue: try member.text()), named.belongs(in: place) else {
                throw member.refusal(
                    "is not a style of \(place.rawValue) parameters: \(Refusal.quote(try member.text()))",
                    .oapiParameter)
            }
            style = named
        }
        let explode = try reading.member("explode")?.flag() ?? style.explodesByItself
        let allowsReserved = try reading.member("allowReserved")?.flag() ?? false
        if let type, let reason = ParameterReader.fault(style, explode: explode, place, type) {
            throw reading.refusal("\(reason), which OpenAPI leaves undefined", .oapiParameter)
        }
        return .style(style, explode: explode, allowsReserved: allowsReserved && place == .query)
    }

    /// Returns the reason why `style` cannot serialize values of `type`: the table's "n/a" cells, and a cookie that would become
    /// several.
    static func fault(
        _ style: ParameterStyle, explode: Bool, _ place: ParameterLocation, _ type: ValueType
    ) -> String? {
        let isPlain = type != .array && type != .object
        switch style {
        case .simple, .label, .matrix: return nil
        case .form: return place == .cookie && explode && !isPlain ? "is a cookie that explodes" : nil
        case .spaceDelimited, .pipeDelimited:
            if isPlain { return "is a plain value with the style \(style.rawValue)" }
            return explode && type == .object ? "is an object that explodes with the style \(style.rawValue)" : nil
        case .deepObject: return type == .object ? nil : "is not an object and has the style deepObject"
        }
    }
}
