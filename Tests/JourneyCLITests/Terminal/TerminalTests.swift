import JourneyBase
import JourneyCLI
import Testing

@Suite("Terminal output")
struct TerminalTests {
    @Test("colour is used only when requested")
    func colour() async {
        let plain = Sample()
        #expect(await plain.run("pay", "Ada") == .done)
        #expect(plain.out == "paid Ada\n")
        let colored = Sample()
        #expect(await colored.run("pay", "Ada", "--color", "always") == .done)
        #expect(colored.out == "paid \u{1B}[1mAda\u{1B}[0m\n")
    }

    @Test("a table aligns its columns, counts no colour codes and ends no line with a space")
    func table() {
        let style = Style(isColored: true)
        let text = TextLayout.table(
            ["step", "ms", "status"],
            [["intro", "5", style.green("done")], ["recipient", "1200", style.red("failed")], ["x", "", ""]], right: [1]
        )
        #expect(
            text == """
                step         ms  status
                intro         5  \u{1B}[32mdone\u{1B}[0m
                recipient  1200  \u{1B}[31mfailed\u{1B}[0m
                x
                """)
    }

    @Test("a failure's message cannot move the cursor, whatever its source")
    func failures() async {
        let sample = Sample()
        let root = Command("bank", summary: "Repeats what a server says") { _ in
            throw JourneyError(.manifestSignature, "It says \u{1B}[2J\u{9B}1m\u{202E}well.\nTwice.")
        }
        #expect(await Program(root, version: "1").run(["--color", "never"], terminal: sample.terminal) == .refused)
        #expect(sample.err == "bank: It says ?[2J?1mwell.\nTwice. [MANIFEST_SIGNATURE]\n")
    }

    @Test("a missing file ends with a pointer to the command's help, or with only an object with --json")
    func missingFile() async {
        for code in [CommandCode.fileMissing, .manifestMissing] {
            let open = Command("open", summary: "Opens a file") { _ in
                throw CommandError.badInput(code, "There is no file plan.json.")
            }
            let program = Program(Command("bank", summary: "A sample", subcommands: [open]), version: "1")
            let sample = Sample()
            #expect(await program.run(["open", "--color", "never"], terminal: sample.terminal) == .badInput)
            #expect(
                sample.err == "bank: There is no file plan.json. [\(code.rawValue)]\nTry: bank open --help\n",
                "\(sample.err)")
            let object = Sample()
            #expect(await program.run(["open", "--json"], terminal: object.terminal) == .badInput)
            #expect(object.err == "" && object.out.contains(code.rawValue))
        }
    }

    @Test("text wraps at spaces, and an overlong word stays whole")
    func wrap() {
        #expect(TextLayout.wrap("one two three", width: 8) == ["one two", "three"])
        #expect(TextLayout.wrap("incomprehensible a", width: 5) == ["incomprehensible", "a"])
        #expect(TextLayout.wrap("", width: 5) == [])
    }
}
