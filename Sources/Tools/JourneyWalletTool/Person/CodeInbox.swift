import JourneyBase
import JourneyCLI

/// The file to which a sandbox writes text messages: one per line, with its time, the phone number and the text.
struct CodeInbox: Sendable {
    let path: String
    /// The phone number whose messages count; `nil` for all.
    let phone: String?

    private static let limit = 4 << 20

    /// Returns the code of `digits` digits in the newest message, or `nil` if there is none. Throws the error of the file.
    func newestCode(digits: Int) throws(CommandError) -> Secret? {
        let bytes = try BoundedFile.read(path, limit: CodeInbox.limit, isPrivate: true)
        for line in bytes.split(separator: 0x0A).reversed() {
            let words = line.split(separator: 0x20, maxSplits: 2)
            guard words.count == 3, phone.map({ words[1].elementsEqual($0.utf8) }) ?? true else { continue }
            let runs = words[2].split { !(0x30...0x39).contains($0) }
            return runs.last { $0.count == digits }.map { Secret(copying: $0) }
        }
        return nil
    }
}
