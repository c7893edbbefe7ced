"""Writes the mutated copy of a module: its sources with all mutants in, and the switch that puts one of them in force."""

import bisect

SWITCH = """// Generated: which mutant is in force.
import Glibc

public enum MutationSwitch {
    public static let active: Int = getenv("JOURNEY_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
    /// One byte for each mutant, in a file that outlives a crash; set when the mutant's place is reached.
    nonisolated(unsafe) static let marks: UnsafeMutablePointer<UInt8>? = {
        guard let path = getenv("JOURNEY_MUTANT_MARKS") else { return nil }
        let file = open(path, O_RDWR)
        guard file >= 0, let memory = mmap(nil, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) else { return nil }
        return memory.assumingMemoryBound(to: UInt8.self)
    }()
    public static func isOn(_ number: Int) -> Bool {
        if let marks { marks[number] = 1 }
        return number == active
    }
    public static func bool(_ value: Bool, _ number: Int) -> Bool { isOn(number) ? !value : value }
    public static func int<T: Numeric>(_ value: T, _ change: T, _ number: Int) -> T {
        isOn(number) ? value + change : value
    }
    public static func intLess<T: Numeric>(_ value: T, _ change: T, _ number: Int) -> T {
        isOn(number) ? value - change : value
    }
}
"""

PRECEDENCE = {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence", "+": "AdditionPrecedence",
              "-": "AdditionPrecedence", "+=": "AssignmentPrecedence", "-=": "AssignmentPrecedence"}


def operator_name(number):
    """An operator of mathematical characters that encodes the number."""
    return "⊛" + "".join(chr(0x22D0 + int(digit, 16)) for digit in f"{number:x}")


def declaration(number, text, other, form, wide):
    """The operator of one mutant. `wide` takes operands of two types, which the first attempt to compile doesn't."""
    name = operator_name(number)
    lines = [f"infix operator {name}: {PRECEDENCE.get(text, 'ComparisonPrecedence')}"]

    def add(generics, left, right, result):
        lines.append(f"public func {name}{generics}(l: {left}, r: {right}) {result} {{")
        lines.append(f"    MutationSwitch.isOn({number}) ? l {other} r : l {text} r\n}}")

    if text in ("&&", "||"):
        lines.append(f"@_transparent public func {name}(l: Bool, r: @autoclosure () throws -> Bool) rethrows -> Bool {{")
        lines.append(f"    try MutationSwitch.isOn({number}) ? l {other} r() : l {text} r()\n}}")
    elif text in ("+=", "-="):
        lines.append(f"public func {name}<T: AdditiveArithmetic>(l: inout T, r: T) {{")
        lines.append(f"    if MutationSwitch.isOn({number}) {{ l {other} r }} else {{ l {text} r }}\n}}")
    elif text in ("+", "-"):
        add("<T: AdditiveArithmetic>", "T", "T", "-> T")
    elif form == "nil":
        add("<T>", "T?", "_OptionalNilComparisonType", "-> Bool")
    elif not wide:
        add("<T: Equatable>" if text in ("==", "!=") else "<T: Comparable>", "T", "T", "-> Bool")
    else:
        add("<L: BinaryInteger, R: BinaryInteger>", "L", "R", "-> Bool")
        add("<L: StringProtocol, R: StringProtocol>", "L", "R", "-> Bool")
    return "\n".join(lines)


def switch_file(numbered, wide):
    """The generated file's text; `wide` has the numbers of mutants that need operands of two types."""
    size = max(numbered, default=0) + 1
    parts = [SWITCH.replace("SIZE", str(size))]
    for number, mutant in sorted(numbered.items()):
        if mutant.declaration:
            parts.append(declaration(number, *mutant.declaration, number in wide))
    return "\n".join(parts) + "\n"


class MutatedFile:
    """A source with mutants in it, which remembers where each stands."""

    def __init__(self, text, numbered):
        edits = []
        for number, mutant in numbered.items():
            size = mutant.edits[-1][1] - mutant.edits[0][0]
            for index, (start, end, inserted) in enumerate(mutant.edits):
                # Of insertions at one place, the wider mutant's stands outside: first at its start, last at its end.
                closes = start == end and index == len(mutant.edits) - 1
                order = (start, 0, size) if closes else (start, 1, -size)
                edits.append((order, start, end, inserted.replace("#", str(number)).replace("@", operator_name(number)), number))
        edits.sort(key=lambda edit: edit[0])
        self.spans, out, at, length = [], [], 0, 0
        opened = {}
        for _, start, end, inserted, number in edits:
            out.append(text[at:start])
            length += len(text[at:start])
            opened.setdefault(number, length)
            out.append(inserted)
            length += len(inserted)
            self.spans.append((opened[number], length, number))
            at = end
        out.append(text[at:])
        self.text = "".join(out)
        self.starts = [0] + [index + 1 for index, character in enumerate(self.text) if character == "\n"]

    def innermost(self, line, column):
        """The mutant whose edited text holds the place that the compiler names (a column in UTF-8), or `None`."""
        start = self.starts[line - 1]
        rest = self.text[start:].split("\n", 1)[0].encode()
        at = start + len(rest[: column - 1].decode(errors="ignore"))
        holding = [(end - begin, number) for begin, end, number in self.spans if begin <= at < end]
        return min(holding)[1] if holding else None

    def line_of(self, at):
        return bisect.bisect_right(self.starts, at)
