import Foundation
import JourneyCLI
import Testing

@Suite("Completions")
struct CompletionsTests {
    @Test(
        "bash offers what the declarations define",
        arguments: [
            (["bank", ""], ["pay", "refuse", "fail", "dev"]),
            (["bank", "p"], ["pay"]),
            (["bank", "dev", ""], ["certs"]),
            (["bank", "pay", "--am"], ["--amount"]),
            (["bank", "pay", "--speed", ""], ["slow", "fast"]),
            (["bank", "--color", "never", "d"], ["dev"]),
            (["bank", "pay", "--amount", ""], []),
            (["bank", "pay", "--between", "1", ""], []),
            (["bank", "--between", "1", "2", "d"], ["dev"]),
        ])
    func bash(words: [String], expected: [String]) throws {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let script =
            Completions.script(for: Sample.root, shell: .bash)
            + "\nCOMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _bank; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
        #expect(try run("bash", script).split(separator: "\n").map(String.init) == expected)
    }

    @Test("the zsh script names every command and option")
    func zsh() throws {
        let script = Completions.script(for: Sample.root, shell: .zsh)
        for part in [
            "#compdef bank", "'pay:Pays somebody'", "--amount[How much]:N: ",
            "--between[Not before, not after]:FROM: :TO: ", "(slow fast)", "_bank_dev_certs()",
        ] {
            #expect(script.contains(part), "\(part)")
        }
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh") {
            _ = try run("zsh", "autoload -U compinit; compinit -D\n" + script)
        }
    }

    @Test(
        "fish offers what the declarations define",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish"), "fish is not installed"),
        arguments: [
            ("bank ", ["pay", "refuse", "fail", "dev"]), ("bank p", ["pay"]), ("bank dev ", ["certs"]),
            ("bank pay --am", ["--amount"]), ("bank pay --speed ", ["slow", "fast"]),
            ("bank pay --speed s", ["slow"]), ("bank --color never d", ["dev"]), ("bank pay --amount ", []),
            ("bank pay --between 1 ", []), ("bank --between 1 2 d", ["dev"]), ("bank pay --speed fast ", []),
        ])
    func fish(line: String, expected: [String]) throws {
        let script = Completions.script(for: Sample.root, shell: .fish) + "\ncomplete -C '\(line)'\n"
        let offered = try run("fish", script).split(separator: "\n").compactMap { line in
            line.split(separator: "\t").first.map(String.init)
        }
        #expect(Set(offered) == Set(expected))
    }

    /// Returns the shell's output. It must exit with status 0 and write nothing to standard error.
    private func run(_ shell: String, _ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [shell]
        let input = Pipe()
        let output = Pipe()
        let errors = Pipe()
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let fault = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(fault == "")
        return text
    }
}
