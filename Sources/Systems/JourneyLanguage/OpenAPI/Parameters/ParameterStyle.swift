/// The serialization style of a parameter (OpenAPI 3.1.1, section 4.8.12.2); most are operators of URI templates (RFC 6570,
/// section 3.2).
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

    /// Returns the default style of a place.
    static func standard(in place: ParameterLocation) -> ParameterStyle {
        switch place {
        case .path, .header: .simple
        case .query, .cookie: .form
        }
    }

    /// Returns `true` if parameters of `place` may have the style.
    func belongs(in place: ParameterLocation) -> Bool {
        switch self {
        case .simple: place == .path || place == .header
        case .label, .matrix: place == .path
        case .form: place == .query || place == .cookie
        case .spaceDelimited, .pipeDelimited, .deepObject: place == .query
        }
    }

    /// The default of `explode`. `deepObject` has one form only, regardless of `explode`.
    var explodesByItself: Bool { self == .form || self == .deepObject }
}

/// The location of a parameter.
enum ParameterLocation: String, Hashable, Sendable { case path, query, header, cookie }
