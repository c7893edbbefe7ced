import Foundation
import Testing

/// Checks every text in Arabic and Bengali in the sources: those of the products' screens, of the services and of the commands.
@Suite("Arabic and Bengali texts have no Latin words")
struct OwnTextTests {
    @Test("no Arabic or Bengali text has a Latin word or number, except names")
    func sources() throws {
        var count = 0
        var found: [String] = []
        for file in try Tree.swiftFiles.get() + Tree.otherFiles.get() where Self.mayHaveText(file.source) {
            for (index, line) in file.source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                for text in OwnText.literals(in: line) {
                    count += 1
                    let latin = OwnText.latin(in: text)
                    if !latin.isEmpty { found.append("\(file.path):\(index + 1): \(latin)") }
                }
            }
        }
        #expect(count > 800)
        #expect(found == [])
    }

    @Test(
        "a Latin word is found in a text, and not in code, comments, escapes and names",
        arguments: [
            (#"case .pin: "أدخل PIN من 4 أرقام""#, ["PIN", "4"]), (#"case .pin: "পিন দিন""#, []),
            (#"let a = "নাম", b = "the name""#, []), (#"// "আপনার PIN""#, []), (#"a("نص") // "رمز OTP""#, []),
            (#"let a = "কোড \(f("x", (1)))টি""#, []), (#"let a = "\u{200E}نص \n""#, []),
            (#"a: "مثل \u200e1990-12-31","#, []),
            (#"let a = "أهلًا بك في CashBaba""#, []), (#"let a = "10৳""#, []),
        ] as [(String, [String])])
    func search(line: String, latin: [String]) {
        #expect(OwnText.literals(in: line[...]).flatMap(OwnText.latin(in:)) == latin)
    }

    /// Returns `true` if `text` has a byte that begins an Arabic or Bengali character. Searches with Foundation: a loop in Swift
    /// is slow over the whole package.
    private static func mayHaveText(_ text: String) -> Bool {
        let bytes = Data(text.utf8)
        return ([0xD8, 0xD9, 0xDA, 0xDB, 0xE0] as [UInt8]).contains { bytes.range(of: Data([$0])) != nil }
    }
}
