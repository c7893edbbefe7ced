/// Draws a page of this package's own, with its pictures in it, as PNG. `journey` has no web engine; who has one gives this.
public typealias PagePicture = @Sendable (_ html: String) async throws -> [UInt8]
