/// How a parameter's value is written (OpenAPI 3.1.1, section 4.8.12.2): for most, an operator of URI templates
/// (RFC 6570, section 3.2).
enum ParameterStyle: String, Hashable, Sendable {
    /// `a,b`; in a path and in a header.
    case simple
    /// `.a,b`; in a path.
    case label
    /// `;name=a,b`; in a path.
    case matrix
    /// `name=a,b`; in a query and in a cookie.
    case form
    /// `name=a%20b`; in a query, of an array or an object.
    case spaceDelimited
    /// `name=a%7Cb`; in a query, of an array or an object.
    case pipeDelimited
    /// `name%5Bmember%5D=a`; in a query, of an object.
    case deepObject

    /// What holds where a parameter names none.
    static func standard(in place: ParameterLocation) -> ParameterStyle {
        switch place {
        case .path, .header: .simple
        case .query, .cookie: .form
        }
    }

    /// Whether parameters of `place` may have it.
    func belongs(in place: ParameterLocation) -> Bool {
        switch self {
        case .simple: place == .path || place == .header
        case .label, .matrix: place == .path
        case .form: place == .query || place == .cookie
        case .spaceDelimited, .pipeDelimited, .deepObject: place == .query
        }
    }

    /// What `explode` is where a parameter does not say. `deepObject` has one form only, whatever is said.
    var explodesByItself: Bool { self == .form || self == .deepObject }
}

/// Where a parameter stands.
enum ParameterLocation: String, Hashable, Sendable { case path, query, header, cookie }
