import JourneyCLI
import Testing

@Suite("Help")
struct HelpTests {
    @Test("a command's help names its usage, arguments, options with their defaults, and examples")
    func command() async {
        let sample = Sample()
        #expect(await sample.run("pay", "--help") == .done)
        for part in [
            "bank pay: Pays somebody", "bank pay [OPTIONS] PAYEE [NOTES…]", "-a, --amount N", "How much (default 1)",
            "--speed slow|fast", "--json", "--color auto|always|never", "bank pay Ada --amount 5", "Pays Ada five.",
        ] {
            #expect(sample.out.contains(part), "\(part)")
        }
        #expect(sample.err == "")
        #expect(sample.out.split(separator: "\n").allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    }

    @Test("no arguments, --help and help all list the commands")
    func root() async {
        for words in [[], ["--help"], ["-h"], ["help"]] {
            let sample = Sample()
            #expect(await Program(Sample.root, version: "1").run(words, terminal: sample.terminal) == .done)
            #expect(sample.out.contains("pay     Pays somebody"), "\(sample.out)")
            #expect(sample.out.contains("bank COMMAND --help"))
        }
    }

    @Test("commands are listed by their tasks, each under one heading, in the order of their declaration")
    func tasks() async {
        let root = Command(
            "bank", summary: "A sample",
            subcommands: Command.task("Pay", [Command("now", summary: "Pays now") { _ in .done }])
                + [Command("other", summary: "Does the rest") { _ in .done }]
                + Command.task("Pay", [Command("tomorrow", summary: "Pays later") { _ in .done }]))
        let sample = Sample()
        #expect(await Program(root, version: "1").run(["--help"], terminal: sample.terminal) == .done)
        let wanted = "Pay\n  now       Pays now\n  tomorrow  Pays later\n\nCommands\n  other     Does the rest\n"
        #expect(sample.out.contains(wanted), "\(sample.out)")
    }

    @Test("help takes precedence over missing arguments")
    func helpFirst() async {
        let sample = Sample()
        #expect(await sample.run("pay", "-h") == .done)
        #expect(await sample.run("dev", "--help") == .done)
        #expect(sample.out.contains("Makes certificates"))
    }

    @Test("--version prints the name and the version")
    func version() async {
        let sample = Sample()
        #expect(await sample.run("--version") == .done)
        #expect(sample.out == "bank 1.2.3\n")
    }
}
