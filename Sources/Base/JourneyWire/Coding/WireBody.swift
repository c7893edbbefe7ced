/// The body of a request or a response: a `WireMessage`, `NoBody`, or a type that stands for another format.
package protocol WireBody: Sendable {
    /// The media type, without parameters; `nil` for no body.
    static var mediaType: String? { get }
}

/// No body, or one that is ignored.
package enum NoBody: WireBody { package static let mediaType: String? = nil }

extension WireMessage { package static var mediaType: String? { "application/json" } }
