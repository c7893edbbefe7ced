import JourneyBase

/// Converts the header fields of a response from Apple's library, which has them unordered and merges those of one name.
enum SessionHeaders {
    /// Returns the fields sorted by name, without invalid ones. `nil` when there are too many, or too many bytes of them.
    static func read(_ all: [AnyHashable: Any]) -> HTTPFields? {
        var fields = HTTPFields()
        var count = 0
        let texts = all.compactMap { name, value in
            (name.base as? String).flatMap { name in (value as? String).map { (name, $0) } }
        }
        for (name, value) in texts.sorted(by: { $0.0 < $1.0 }) {
            count += name.utf8.count + value.utf8.count + 4
            if HTTPFields.isSafe(name: name, value: value) { fields.add(name, value) }
        }
        return count <= 64 * 1024 && fields.fields.count <= 200 ? fields : nil
    }
}
