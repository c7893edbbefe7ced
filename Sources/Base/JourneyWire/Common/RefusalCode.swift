package import JourneyBase

/// A stable code with which a service of `Contract` refuses requests, with its status and its sentence.
package struct RefusalCode<Contract>: Hashable, Sendable {
    package let status: Int
    package let name: String
    /// One sentence that is the same for every occurrence of the code.
    package let title: String

    package init(_ status: Int, _ name: String, _ title: String) {
        self.status = status
        self.name = name
        self.title = title
    }

    package var wire: WireRefusal { WireRefusal(status, name) }
}

extension ErrorCode {
    /// The code as a client reports it.
    package init<Contract>(_ code: RefusalCode<Contract>) { self.init(rawValue: code.name) }
}

extension RefusalCode {
    /// The codes as endpoints list them.
    package static func wire(_ codes: [RefusalCode]) -> [WireRefusal] { codes.map(\.wire) }
}
