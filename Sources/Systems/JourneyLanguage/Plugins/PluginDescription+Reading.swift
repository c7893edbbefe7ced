package import JourneyBase

extension PluginDescription {
    /// The name of the file in which a host describes its own plugins, beside the manifest.
    package static let file = "journey-plugins.json"

    /// Reads the plugins of a host.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - name: The file's name, for messages.
    /// - Returns: The plugins, in the file's order.
    /// - Throws: `CONFIGURATION_INVALID` with file, line and column of an invalid or unknown member, a name that is taken, or a
    ///   schema that can't be compiled.
    package static func read(_ bytes: [UInt8], name: String) throws(JourneyError) -> [PluginDescription] {
        let limits = JSONLimits(bytes: 1 << 20, depth: 32)
        return try JSONFile.read(bytes, name: name, code: .configurationInvalid, limits: limits) {
            (file) throws(Refusal) in
            try file.onlyMembers(["plugins"])
            var taken = Set(own.map(\.name))
            return try file.required("plugins").list(atMost: 256, "plugins") { (plugin) throws(Refusal) in
                let description = try PluginDescription(plugin)
                try plugin.require(
                    taken.insert(description.name).inserted,
                    "has the name of another plugin: \(Refusal.quote(description.name))")
                return description
            }
        }
    }

    private init(_ plugin: Reading) throws(Refusal) {
        try plugin.onlyMembers(["name", "purpose", "methods", "errors", "platforms", "permissions", "example"])
        name = try plugin.required("name").name()
        purpose = try plugin.member("purpose")?.text() ?? ""
        let list = try plugin.required("methods")
        methods = try list.list(atMost: 32, "methods", PluginDescription.method)
        try list.require(!methods.isEmpty, "is empty")
        try list.require(Set(methods.map(\.name)).count == methods.count, "has two methods with the same name")
        errors =
            try plugin.member("errors")?.list(atMost: 64, "errors") { (error) throws(Refusal) in
                try error.onlyMembers(["code", "meaning"])
                return Failure(code: try error.required("code").text(), meaning: try error.required("meaning").text())
            } ?? []
        for (name, sentence) in try plugin.member("platforms")?.members() ?? [] {
            platforms[name] = try sentence.text()
        }
        permissions =
            try plugin.member("permissions")?.list(atMost: 16, "permissions") { (name) throws(Refusal) in
                try name.name()
            } ?? []
        example = try plugin.member("example").map { (step) throws(Refusal) in
            try step.require(step.value.object != nil, "is not an object")
            return step.value
        }
    }

    private static func method(_ method: Reading) throws(Refusal) -> Method {
        try method.onlyMembers(["name", "input", "output"])
        return Method(
            name: try method.required("name").name(), input: try schema(method.member("input")),
            output: try schema(method.member("output")))
    }

    /// Reads a schema of an object; without one, an object with any members.
    private static func schema(_ member: Reading?) throws(Refusal) -> JSONValue {
        guard let member else { return ["type": "object"] }
        try member.require(
            member.value["type"] == "object", "is not the schema of an object: its 'type' must be 'object'")
        do throws(SchemaProblem) { _ = try JSONSchema.compile(member.value, dialect: .draft202012) } catch {
            throw member.refusal("is not a JSON Schema: \(error)")
        }
        return member.value
    }
}
