internal import JourneyBase

/// The shared context for reading the steps of one journey. A class, because each step and each call would copy all of it.
final class JourneyParts {
    let head: ManifestHead
    let names: StepNames
    let declared: DeclaredOutputs
    let resolver: OpenAPIResolver
    let policy: ErrorPolicy
    /// The journey's header templates.
    let templates: [String: HeaderTemplate]
    /// The journey's headers that are expressions.
    let headerValues: [String: Expression]

    init(
        head: ManifestHead, names: StepNames, declared: DeclaredOutputs, resolver: OpenAPIResolver, policy: ErrorPolicy,
        templates: [String: HeaderTemplate], headerValues: [String: Expression] = [:]
    ) {
        self.head = head
        self.names = names
        self.declared = declared
        self.resolver = resolver
        self.policy = policy
        self.templates = templates
        self.headerValues = headerValues
    }
}
