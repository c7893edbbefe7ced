import JourneyBase
import JourneyCLI
import Synchronization

/// A program with one of each kind of declaration, and its output.
final class Sample: Sendable {
    private let state = Mutex<(out: String, err: String)>(("", ""))

    var out: String { state.withLock { $0.out } }
    var err: String { state.withLock { $0.err } }

    /// Collects the output.
    var terminal: Terminal {
        Terminal(
            width: 80, out: { text in self.state.withLock { $0.out += text } },
            err: { text in self.state.withLock { $0.err += text } })
    }

    /// Runs the sample program with `words`.
    func run(_ words: String...) async -> CommandStatus {
        await Program(Sample.root, version: "1.2.3").run(words, terminal: terminal)
    }

    static let root = Command(
        "bank", summary: "A sample",
        subcommands: [
            Command(
                "pay", summary: "Pays somebody",
                arguments: [
                    Argument(.payee, kind: .text("NAME"), help: "who gets it"),
                    Argument(.notes, kind: .text("NOTE"), help: "what for", isOptional: true, isRepeated: true),
                ],
                options: [
                    Option(.amount, "a", value: .integer(1...500), help: "How much", defaultText: "1"),
                    Option(.speed, value: .choice(["slow", "fast"]), help: "How fast"),
                    Option(.tag, "t", value: .text("TAG"), help: "A tag", isRepeated: true),
                    Option(
                        .between, "b", value: .integer(1...9), help: "Not before, not after", names: ["FROM", "TO"]),
                    Option(.quiet, "q", help: "Say nothing"),
                    Option(.verbose, "v", help: "Say more"),
                ],
                examples: [.init("bank pay Ada --amount 5", "Pays Ada five.")]
            ) { invocation in
                invocation.terminal.print(
                    [
                        "payee": .string(invocation.argument(.payee) ?? ""),
                        "notes": .array(invocation.arguments(.notes).map { .string($0) }),
                        "amount": .number(JSONNumber(Int64(invocation.integer(.amount) ?? 1))),
                        "tags": .array(invocation.values(.tag).map { .string($0) }),
                        "between": .array(invocation.values(.between).map { .string($0) }),
                        "speed": invocation.value(.speed).map { .string($0) } ?? .null,
                        "quiet": .bool(invocation.has(.quiet)), "verbose": .bool(invocation.has(.verbose)),
                    ], or: "paid \(invocation.style.bold(invocation.argument(.payee) ?? ""))")
                return .done
            },
            Command("refuse", summary: "Refuses") { _ in
                throw JourneyError(.manifestSignature, "The signature is wrong.")
            },
            Command("fail", summary: "Fails") { _ in throw JourneyError(.netTimeout, "The server took too long.") },
            Command(
                "dev", summary: "Holds others",
                subcommands: [Command("certs", summary: "Makes certificates") { _ in .done }]),
        ])
}

extension Invocation {
    var style: Style { terminal.style }
}
