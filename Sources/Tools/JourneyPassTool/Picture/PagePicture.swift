/// Draws a page of this package's own, with its pictures in it, as PNG. `journey` has no web engine; who has one gives this.
package typealias PagePicture = @Sendable (_ html: String) async throws -> [UInt8]
