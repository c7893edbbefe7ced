package import JourneyBase

/// A body in another format than JSON.
package protocol WireFile: WireBody { static var type: String { get } }

extension WireFile { package static var mediaType: String? { type } }

extension Endpoint where Response: WireFile {
    /// Creates a response with the bytes of a file, which must not be cached.
    package func response(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: ["Content-Type": Response.type, "Cache-Control": "no-store"], body: bytes)
    }
}
