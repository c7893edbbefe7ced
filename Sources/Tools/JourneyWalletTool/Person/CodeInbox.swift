import JourneyBase
import JourneyCLI

/// The file that a sandbox writes text messages to: a line each, with its time, the phone and the words.
struct CodeInbox: Sendable {
    let path: String
    /// Whose messages count; `nil` for anybody's.
    let phone: String?

    private static let limit = 4 << 20

    /// The code of `digits` digits in the newest message, or `nil` where there is none. Throws what is wrong with the file.
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
