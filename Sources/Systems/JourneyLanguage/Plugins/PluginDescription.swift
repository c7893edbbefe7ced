package import JourneyBase

/// A native plugin as journey authors use it: its methods with the schemas of their arguments and results.
///
/// `own` is the one list of this package's plugins: lint, the state machine, `journey plugins` and the reference page read it.
package struct PluginDescription: Sendable {
    /// A method that native steps and pages call.
    package struct Method: Sendable {
        package let name: String
        /// Schemas of JSON Schema 2020-12, of objects.
        package let input: JSONValue
        package let output: JSONValue
        /// The members of the result.
        let answer: PayloadTypes

        init(name: String, input: JSONValue, output: JSONValue) {
            (self.name, self.input, self.output) = (name, input, output)
            answer = Method.answer(output)
        }
    }

    /// An error of a method besides those of every plugin.
    package struct Failure: Sendable, Equatable {
        package let code: String
        package let meaning: String
    }

    /// The name that manifests use.
    package let name: String
    package let purpose: String
    package let methods: [Method]
    package var errors: [Failure] = []
    /// Sentences by platform: `apple`, `linux`, `tests`.
    package var platforms: [String: String] = [:]
    /// The permissions that the host has to grant.
    package var permissions: [String] = []
    /// A native step of manifest 1.3; `nil` if the author gave none.
    package var example: JSONValue?
    /// `true` if its success is an approval by the user, through a biometric check or a signed statement. Calls after an approval
    /// may move money. Only this package's plugins can be.
    package var isApproval = false

    /// The errors that every plugin may return.
    package static let commonErrors = [
        Failure(code: "USER_CANCELLED", meaning: "The person left."),
        Failure(code: "VALIDATION_FAIL", meaning: "An argument is missing, unknown or invalid."),
        Failure(
            code: "BRIDGE_FORBIDDEN", meaning: "The host has not registered the plugin, or not granted a permission."),
    ]
}

extension PluginDescription.Method {
    /// Returns the schema of a parameter; `nil` if it is not listed.
    func parameter(_ name: String) -> JSONValue? { input["properties"]?[name] }

    /// The names of the parameters, sorted.
    package var parameters: [String] { (input["properties"]?.object ?? [:]).keys.sorted() }

    /// The parameters without which the method refuses a call.
    package var required: Set<String> { Set((input["required"]?.array ?? []).compactMap(\.string)) }

    /// `true` if the method accepts parameters that its schema does not list.
    var takesMore: Bool { input["additionalProperties"] != false }

    fileprivate static func answer(_ output: JSONValue) -> PayloadTypes {
        let properties = output["properties"]?.object ?? [:]
        return PayloadTypes(
            types: properties.compactMapValues { $0["type"]?.string.flatMap(ValueType.init(rawValue:)) },
            names: Set(properties.keys), isOpen: output["additionalProperties"] != false,
            forms: properties.compactMapValues { $0["type"] == "string" ? TextForm(schema: $0) : nil })
    }
}

extension PluginDescription {
    /// The members of the results of all methods, of which a step calls one.
    var answer: PayloadTypes { methods.count == 1 ? methods[0].answer : PayloadTypes(merging: methods.map(\.answer)) }

    /// Returns the method that a native step calls: the one in `params`, or the only one.
    func method(of step: Reading) -> Method? {
        guard let name = step.member("params")?.member("method")?.value.string else {
            return methods.count == 1 ? methods[0] : nil
        }
        return methods.first { $0.name == name }
    }

    static func isApproval(plugin name: String) -> Bool { own.contains { $0.name == name && $0.isApproval } }

    static func isApproval(method: String) -> Bool {
        own.contains { plugin in plugin.isApproval && plugin.methods.contains { $0.name == method } }
    }

    /// Returns the plugin with the name `name`, or with the closest one to a misspelt name.
    static func meant(by name: String, among plugins: [PluginDescription] = own) -> PluginDescription? {
        let known = plugins.contains { $0.name == name }
        let name = known ? name : SpellingSuggestion.nearest(to: name, in: plugins.map(\.name))
        return plugins.first { $0.name == name }
    }
}
