import Foundation
import JourneyBase
import Testing

@testable import JourneyWire

/// Checks that names of the contracts occur as text only in the contracts' files; all other code uses their types.
@Suite("Contract names are defined in one file")
struct WireNameTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        .standardizedFileURL

    /// The string literals of each source, without comments and without the sources that `literal` explains.
    private static func texts() throws -> [String: Set<String>] {
        var texts: [String: Set<String>] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".swift") {
            let lines = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            texts[path] = Set(
                lines.flatMap { line in
                    // Every second part is quoted.
                    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
                })
        }
        return texts.filter { path, _ in !WireExceptions.literal.contains { path.hasPrefix($0.path) } }
    }

    @Test("no client or service of the gateway's contract writes a member's name as a string")
    func sides() throws {
        let members = Contract.gateway.members
        #expect(members.count > 50)
        let others = WireExceptions.ordinary.union(["clientId"])
        for (path, texts) in try Self.texts() where WireExceptions.sides.contains(where: path.hasPrefix) {
            #expect(texts.intersection(members).subtracting(others) == [], "\(path)")
        }
    }

    @Test(
        "a path, header, code or member is in one file, except those that the table explains", arguments: Contract.all)
    func once(contract: Contract) throws {
        let texts = try Self.texts()
        #expect(texts.count > 500)
        #expect(contract.spelled.count + contract.members.count >= contract.least, "the contract's names are found")
        for name in contract.spelled.union(contract.members) where !WireExceptions.names.contains(name) {
            let forms = name.hasPrefix("X-") ? [name, name.lowercased()] : [name]
            let files = texts.filter { !$0.value.isDisjoint(with: forms) }.keys.sorted()
            #expect(files.count <= 1, "\(name): \(files)")
            // The name of a member is a property's, or text beside the property.
            if contract.spelled.contains(name) { continue }
            #expect(files.allSatisfy { $0.hasPrefix("Base/JourneyWire/") }, "\(name): \(files)")
        }
    }

    @Test("the table of exceptions has each name once, and only names that need one")
    func table() throws {
        let texts = try Self.texts()
        #expect(WireExceptions.names.count == WireExceptions.shared.reduce(0) { $0 + $1.names.count })
        let spelled = Contract.all.reduce(into: Set<String>()) { $0.formUnion($1.spelled) }
        let members = Contract.all.reduce(into: Set<String>()) { $0.formUnion($1.members) }
        for name in WireExceptions.names {
            #expect(spelled.contains(name) || members.contains(name), "\(name) is no name of a contract")
            let files = texts.filter { $0.value.contains(name) }.count
            #expect(files > (spelled.contains(name) ? 1 : 0), "\(name) leaves the table")
        }
        for (reason, path) in WireExceptions.literal {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(reason)")
        }
    }
}
