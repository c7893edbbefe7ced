public import JourneyBase

/// One operation of an OpenAPI document, ready to become a request.
public struct Operation: Hashable, Sendable {
    public let id: String
    public let method: HTTPMethod
    /// With `{name}` where a path parameter goes.
    public let path: String

    package init(id: String, method: HTTPMethod, path: String) {
        self.id = id
        self.method = method
        self.path = path
    }
}
