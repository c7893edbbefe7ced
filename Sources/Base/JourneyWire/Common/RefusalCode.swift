package import JourneyBase

/// A stable code of a refusal by the service of `Contract`, with its status and title.
package struct RefusalCode<Contract>: Hashable, Sendable {
    package let status: Int
    package let name: String
    /// One sentence, the same for every occurrence of the code.
    package let title: String

    package init(_ status: Int, _ name: String, _ title: String) {
        self.status = status
        self.name = name
        self.title = title
    }

    package var wire: WireRefusal { WireRefusal(status, name) }
}

extension ErrorCode {
    /// Creates the code that a client reports.
    package init<Contract>(_ code: RefusalCode<Contract>) { self.init(rawValue: code.name) }
}

extension RefusalCode {
    /// Converts codes for the lists of endpoints.
    package static func wire(_ codes: [RefusalCode]) -> [WireRefusal] { codes.map(\.wire) }
}
