import JourneyCBOR
import JourneyCLI
import MobileDocument

/// The holder's engagement on the command line.
enum EngagementInput {
    /// Returns the engagement of an `mdoc:` address, of a file in any form, or of a picture of its code.
    static func engagement(_ path: String, _ invocation: Invocation) throws -> Engagement {
        var (words, bytes) = (path, [UInt8]())
        if !InputFile.isAddress(path) {
            bytes = try InputFile.raw(path)
            if PictureFile.isPicture(bytes) { words = try PictureFile.address(bytes, from: path) }
        }
        bytes = try InputFile.decoded(InputFile.isAddress(words) ? Array(words.utf8) : bytes, path, invocation)
        return try Support.parse(path) { () throws(CBORError) in try Engagement(bytes[...]) }
    }
}
