import JourneyBase
import JourneyCLI
import Testing

@Suite("A command with its own action and subcommands")
struct OwnAndBelowTests {
    private static let root = Command(
        "house", summary: "Has doors",
        subcommands: [
            Command(
                "door", summary: "Opens a door", options: [Option(.wide, help: "Wide")],
                subcommands: [
                    Command(
                        "paint", summary: "Paints it", arguments: [Argument(.colour, kind: .text("COLOUR"), help: "")]
                    ) {
                        $0.terminal.data("painted \($0.argument(.colour) ?? "")")
                        return .done
                    }
                ]
            ) {
                $0.terminal.data($0.has(.wide) ? "wide" : "open")
                return .done
            }
        ])

    private func say(_ words: String...) async -> (status: CommandStatus, out: String, err: String) {
        let sample = Sample()
        let status = await Program(Self.root, version: "1").run(words, terminal: sample.terminal)
        return (status, sample.out, sample.err)
    }

    @Test("the command and its subcommands both work, and anything else is a mistake")
    func both() async {
        #expect(await say("door").out == "open\n")
        #expect(await say("door", "--wide").out == "wide\n")
        #expect(await say("door", "paint", "red").out == "painted red\n")
        #expect(await say("door", "paimt", "red").err.contains("Did you mean ‘paint’?"))
        #expect(await say("house").status == .badInput)
    }

    @Test("the command's help shows both usages, and completions include them")
    func help() async {
        let out = await say("door", "--help").out
        for part in ["house door [OPTIONS]", "house door COMMAND", "paint", "--wide"] {
            #expect(out.contains(part), "\(part)")
        }
        let zsh = Completions.script(for: Self.root, shell: .zsh)
        #expect(zsh.contains("_arguments -C '--wide[Wide]'"))
        #expect(Completions.script(for: Self.root, shell: .bash).contains("'paint --wide"))
    }
}
