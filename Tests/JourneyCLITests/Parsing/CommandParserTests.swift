import JourneyBase
import JourneyCLI
import Testing

@Suite("Command-line parser")
struct CommandParserTests {
    @Test(
        "every spelling of the same options is parsed alike",
        arguments: [
            ["pay", "--amount", "5", "--quiet", "Ada"], ["pay", "--amount=5", "Ada", "--quiet"],
            ["pay", "Ada", "-a", "5", "-q"], ["pay", "Ada", "-a5", "-q"], ["pay", "-qa5", "Ada"],
            ["pay", "-q", "-a=5", "--", "Ada"], ["--json", "pay", "-qa", "5", "Ada"],
        ])
    func spellings(words: [String]) async throws {
        let value = try await parsed(words)
        #expect(value["payee"] == "Ada")
        #expect(value["amount"] == 5)
        #expect(value["quiet"] == true)
        #expect(value["verbose"] == false)
        #expect(value["notes"] == [])
    }

    @Test("words after two dashes are arguments")
    func twoDashes() async throws {
        let value = try await parsed(["pay", "--", "--quiet", "-a", "--"])
        #expect(value["payee"] == "--quiet")
        #expect(value["notes"] == ["-a", "--"])
        #expect(value["quiet"] == false)
    }

    @Test("a lone dash and a negative number are arguments")
    func dashArguments() async throws {
        #expect(try await parsed(["pay", "-"])["payee"] == "-")
        #expect(try await parsed(["pay", "Ada", "-5"])["notes"] == ["-5"])
    }

    @Test(
        "an option may take several values, attached or following",
        arguments: [
            ["pay", "--between", "2", "7", "Ada"], ["pay", "Ada", "--between=2", "7"],
            ["pay", "-b2", "7", "Ada", "-q"],
            ["pay", "-qb", "2", "7", "Ada"],
        ])
    func several(words: [String]) async throws {
        let value = try await parsed(words)
        #expect(value["between"] == ["2", "7"] && value["payee"] == "Ada" && value["notes"] == [])
    }

    @Test("a repeated option keeps its order, switches can be combined, and values may contain an equals sign")
    func repeated() async throws {
        let value = try await parsed(["pay", "Ada", "-t", "b", "--tag=a=c", "-qv"])
        #expect(value["tags"] == ["b", "a=c"])
        #expect(value["quiet"] == true)
        #expect(value["verbose"] == true)
    }

    @Test(
        "a mistake is one sentence on standard error, a likely correction, and status 2",
        arguments: [
            (["pya"], "Unknown command ‘pya’. Did you mean ‘pay’?"),
            (["xyzzy"], "Unknown command ‘xyzzy’.\n"),
            (["pay", "Ada", "--amuont", "5"], "Unknown option ‘--amuont’. Did you mean ‘--amount’?"),
            (["pay", "Ada", "-quiet"], "Did you mean ‘--quiet’?"),
            (["pay", "Ada", "-z"], "Unknown option ‘-z’."),
            (["pay"], "PAYEE is missing: who gets it."),
            (["pay", ""], "PAYEE is empty."),
            (["pay", "Ada", "--amount"], "‘--amount’ needs a value: N."),
            (["pay", "Ada", "-a"], "‘-a’ needs a value: N."),
            (["pay", "Ada", "--amount", "five"], "‘--amount’ takes a whole number from 1 to 500, not ‘five’."),
            (["pay", "Ada", "--amount", "501"], "from 1 to 500, not ‘501’."),
            (["pay", "Ada", "--amount=0"], "from 1 to 500, not ‘0’."),
            (["pay", "Ada", "-a", "1", "-a", "2"], "‘-a’ is given twice."),
            (["pay", "Ada", "-b", "1"], "‘-b’ needs 2 values: FROM TO."),
            (["pay", "Ada", "-b", "1", "x"], "‘-b’ takes a whole number from 1 to 9, not ‘x’."),
            (["pay", "Ada", "-b", "1", "2", "--between", "3", "4"], "‘--between’ is given twice."),
            (["pay", "Ada", "--speed", "fsat"], "takes slow or fast, not ‘fsat’. Did you mean ‘fast’?"),
            (["pay", "Ada", "--quiet=yes"], "‘--quiet’ takes no value."),
            (["dev"], "Missing command; use one of certs."),
            (["dev", "cert"], "Did you mean ‘certs’?"),
            (["dev", "certs", "extra"], "Unexpected argument ‘extra’."),
            (["--colour", "dev"], "Did you mean ‘--color’?"),
        ])
    func mistakes(words: [String], sentence: String) async {
        let sample = Sample()
        #expect(await run(sample, words) == .badInput)
        #expect(sample.out == "")
        #expect(sample.err.contains(sentence), "\(sample.err)")
        #expect(sample.err.hasPrefix("bank: "))
        #expect(sample.err.contains("--help"))
    }

    @Test("with --json a mistake is an object on standard output")
    func mistakeAsJSON() async throws {
        let sample = Sample()
        #expect(await sample.run("pay", "--json") == .badInput)
        let value = try JSONReader.read(Array(sample.out.utf8.dropLast()))
        #expect(value["error"]?["code"] == "USAGE")
        #expect(sample.err == "")
    }

    @Test("a library's refusal is status 3 and a network error status 1, each with its code")
    func failures() async {
        let refused = Sample()
        #expect(await refused.run("refuse") == .refused)
        #expect(refused.err == "bank: The signature is wrong. [MANIFEST_SIGNATURE]\n")
        let failed = Sample()
        #expect(await failed.run("fail", "--json") == .failed)
        #expect(failed.out == #"{"error":{"code":"NET_TIMEOUT","message":"The server took too long."}}"# + "\n")
    }

    /// The sample program's output for the parsed values.
    private func parsed(_ words: [String]) async throws -> JSONValue {
        let sample = Sample()
        #expect(await run(sample, ["--json"] + words) == .done)
        return try JSONReader.read(Array(sample.out.utf8.dropLast()))
    }

    private func run(_ sample: Sample, _ words: [String]) async -> CommandStatus {
        await Program(Sample.root, version: "1").run(words, terminal: sample.terminal)
    }
}
