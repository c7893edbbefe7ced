/// A stable code with which the services of `Contract` refuse a request, with its status and its sentence.
struct RefusalCode<Contract>: Hashable, Sendable {
    let status: Int
    let name: String
    /// One sentence that is the same for every occurrence of the code.
    let title: String

    init(_ status: Int, _ name: String, _ title: String) {
        self.status = status
        self.name = name
        self.title = title
    }
}
