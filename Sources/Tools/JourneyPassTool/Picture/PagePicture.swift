/// Renders an HTML page of this package with its images as PNG. `journey` has no web engine; a program with one supplies this.
package typealias PagePicture = @Sendable (_ html: String) async throws -> [UInt8]
