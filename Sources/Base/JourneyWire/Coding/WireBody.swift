/// The body of a request or a response: a `WireMessage`, `NoBody`, or a type that names bytes of another format.
package protocol WireBody: Sendable {
    /// The media type, without parameters; `nil` where there is no body.
    static var mediaType: String? { get }
}

/// There is no body, or it does not count.
package enum NoBody: WireBody { package static let mediaType: String? = nil }

extension WireMessage { package static var mediaType: String? { "application/json" } }
