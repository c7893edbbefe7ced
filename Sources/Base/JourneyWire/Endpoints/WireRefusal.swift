/// The status and stable code of a refusal.
package struct WireRefusal: Hashable, Sendable {
    package let status: Int
    package let code: String

    package init(_ status: Int, _ code: String) {
        self.status = status
        self.code = code
    }

    package init(_ status: Int, _ code: some RawRepresentable<String>) { self.init(status, code.rawValue) }
}
