"""Finds the mutants of a Swift source: for each, what is inserted so that the switch decides whether it is in force."""

import collections
import re

from mutation.tokens import tokens

# The number stands for itself as `#` in the texts of `edits`, which are tuples of a start, an end and a text.
Mutant = collections.namedtuple("Mutant", "kind file line last before after text nth edits declaration")

SWAPS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&"}
SUMS = {"+": "-", "-": "+", "+=": "-=", "-=": "+="}
EXITS = {"return", "throw", "continue", "break"}
KEYWORDS = set(
    """let var case default return throw guard if else for while switch func init deinit struct enum class extension import typealias
    static private fileprivate internal public package mutating nonisolated override subscript get set defer do repeat break continue
    precondition assert fatalError preconditionFailure assertionFailure protocol actor final lazy weak indirect associatedtype
    consuming borrowing catch where is as in some any""".split())
ASSIGNMENTS = {"=", "+=", "-=", "|=", "*=", "&=", "^="}
# Of a line with more numbers, such as a table's, none is changed.
NUMBERS_A_LINE = 4
LARGEST = {2**n - 1 for n in (7, 8, 15, 16, 31, 32, 63, 64)}
ON = "MutationSwitch.isOn(#)"


class Source:
    """A file's text and tokens, and questions about them."""

    def __init__(self, file, text):
        self.file, self.text, self.tokens = file, text, tokens(text)
        self.lines = text.split("\n")
        self.closing = self._closing()
        self.first_words = {}
        for token in self.tokens:
            self.first_words.setdefault(token.line, token.text)
        self.numbers = collections.Counter(t.line for t in self.tokens if t.kind == "int")

    def _closing(self):
        """For each open bracket's token number, that of its closing one."""
        found, pending = {}, []
        for number, token in enumerate(self.tokens):
            if token.kind == "open":
                pending.append(number)
            elif token.kind == "close" and pending:
                found[pending.pop()] = number
        return found

    def at(self, number):
        return self.tokens[number].text if 0 <= number < len(self.tokens) else ""

    def header(self, number):
        """The words before the open brace `number`, back to the statement's start."""
        first, inner = number, self.tokens[number].inner
        while first > 0 and self.at(first - 1) not in ("{", "}", ";"):
            first -= 1
            if self.tokens[first].inner < inner:
                break
        return [t.text for t in self.tokens[first:number]]

    def encloses(self, number, word):
        """Whether a brace around the token has `word` in its header."""
        inner = self.tokens[number].inner
        while inner >= 0:
            if self.at(inner) == "{":
                header = self.header(inner)
                if any(text == word and (index == 0 or header[index - 1] != ".") for index, text in enumerate(header)):
                    return True
            inner = self.tokens[inner].inner
        return False

    def parts(self, first, end):
        """Splits the tokens from `first` up to `end` at the commas that stand in no bracket of their own."""
        found, begin, number = [], first, first
        while number < end:
            if self.tokens[number].kind == "open":
                number = self.closing.get(number, end)
            elif self.at(number) == ",":
                found.append((begin, number))
                begin = number + 1
            number += 1
        return found + [(begin, end)] if begin < end else found

    def starts_statement(self, number):
        token = self.tokens[number]
        if token.inner >= 0 and self.at(token.inner) != "{":
            return False
        if number == 0:
            return True
        previous = self.tokens[number - 1]
        if previous.line == token.line and previous.text not in ("{", ";"):
            return False
        if previous.text == ":":
            first = number - 1
            while first > 0 and self.tokens[first - 1].line == previous.line:
                first -= 1
            return self.at(first) in ("case", "default")
        return previous.text in ("{", "}", ";", "in") or (
            previous.kind in ("word", "int", "string", "close", "number") and previous.text not in KEYWORDS)


def clauses(source, number):
    """The conditions of the `guard`, `if` or `while` at `number`, and its body's brace."""
    end, stop = number + 1, "else" if source.at(number) == "guard" else "{"
    while end < len(source.tokens) and source.at(end) != stop:
        end = source.closing.get(end, end) + 1 if source.tokens[end].kind == "open" else end + 1
    return source.parts(number + 1, end), end + (1 if stop == "else" else 0)


def guards(source, number):
    """A guard's Boolean conditions, each taken as met."""
    parts, body = clauses(source, number)
    if source.at(body) != "{":
        return
    for first, end in parts:
        if source.at(first) in ("let", "var", "case") or source.tokens[first].kind == "mark":
            continue
        start, stop = source.tokens[first].start, source.tokens[end - 1].end
        text = re.sub(r"\s+", " ", source.text[start:stop])
        yield ("guard", text, "true", first, [(start, start, f"({ON} ? true : ("), (stop, stop, "))")], "")


def exits(source, number):
    """An `if` whose body leaves, taken as not met."""
    parts, body = clauses(source, number)
    if source.at(body) != "{" or source.at(body + 1) not in EXITS or not parts:
        return
    last = source.tokens[body - 1].end
    yield ("early exit", f"if … {{ {source.at(body + 1)}", "if false {", number, [(last, last, f", !{ON}")], "")


def is_capacity(source, number):
    """Whether the token is in an argument that says how much memory to reserve, which changes nothing else."""
    inner = source.tokens[number].inner
    while inner >= 0 and source.at(inner) == "(":
        if source.at(inner - 1) == "reserveCapacity" or source.at(inner + 1).lower().endswith("capacity"):
            return True
        inner = source.tokens[inner].inner
    return False


def operators(source, number, name):
    token, text = source.tokens[number], source.at(number)
    before, after = source.text[token.start - 1 : token.start], source.text[token.end : token.end + 1]
    if before not in (" ", "\n") or after not in (" ", "\n") or source.tokens[number - 1].text in ("func", "operator", "(", ",", ":"):
        return
    left, right = source.at(number - 1), source.at(number + 1)
    if text in SUMS and is_capacity(source, number):
        return
    if text in SUMS and source.tokens[number + 1].kind == "int":
        kind, other = "sum", SUMS[text]
    elif text in SWAPS:
        # A requirement of types, as in `where Element == UInt8`.
        if text == "==" and left[:1].isupper() and right[:1].isupper() and source.at(number + 2) not in (".", "("):
            return
        kind, other = ("connective" if text in ("&&", "||") else "comparison"), SWAPS[text]
    else:
        return
    form = "nil" if "nil" in (left, right) else "value"
    yield (kind, text, other, number, [(token.start, token.end, name)], (text, other, form))


def literals(source, number):
    token, text = source.tokens[number], source.at(number)
    if source.first_words[token.line] in ("case", "default") or source.at(number - 1) == "." or is_capacity(source, number):
        return
    if text in ("true", "false"):
        if source.at(number - 1) == "while":
            return
        edits = [(token.start, token.end, f"MutationSwitch.bool({text}, #)")]
        yield ("constant", text, "false" if text == "true" else "true", number, edits, "")
    elif source.numbers[token.line] <= NUMBERS_A_LINE:
        value = int(text.replace("_", ""), 0)
        name, changed = ("intLess", value - 1) if value in LARGEST else ("int", value + 1)
        edits = [(token.start, token.end, f"MutationSwitch.{name}({text}, 1, #)")]
        yield ("number", text, str(changed), number, edits, "")


def is_result(source, number, end):
    """Whether the statement is all that a body of a closure, a getter or a function with a result holds."""
    if source.at(number - 1) != "{" or source.closing.get(number - 1) != end + 1:
        return False
    header = source.header(number - 1)
    if "func" in header:
        return "->" in header
    return not header or header[0] not in ("for", "if", "while", "else", "do", "defer", "catch", "init", "repeat")


def statements(source, number):
    """A statement on one line, an assignment or a call whose result is unused, left out."""
    token = source.tokens[number]
    if token.kind != "word" or token.text in KEYWORDS or not source.starts_statement(number):
        return
    end = number
    while end + 1 < len(source.tokens) and source.tokens[end + 1].line == token.line:
        end += 1
    if source.at(end) == "}" and source.closing.get(token.inner) == end:
        end -= 1
    following = source.tokens[end + 1] if end + 1 < len(source.tokens) else None
    if following is None or following.inner != (token.inner if following.kind != "close" else source.tokens[token.inner].inner):
        if following is None or following.kind != "close":
            return
    if following.kind in ("operator", "mark") or following.text in ("else", "{") or source.tokens[end].kind == "operator":
        return
    flat, index = [], number
    while index <= end:
        flat.append(source.at(index))
        index = source.closing.get(index, index) + 1 if source.tokens[index].kind == "open" else index + 1
    if index != end + 1:
        return
    assigned = [i for i, text in enumerate(flat) if text in ASSIGNMENTS]
    if assigned:
        if len(assigned) > 1 or (source.encloses(number, "init") and flat[assigned[0]] == "="):
            return
    elif source.tokens[end].kind != "close" or any(text in SWAPS or text in SUMS for text in flat) or ":" in flat:
        return
    elif flat[0] in ("super", "self") and "init" in flat:
        return
    if "reserveCapacity" in flat or (not assigned and is_result(source, number, end)):
        return
    start, stop = token.start, source.tokens[end].end
    text = source.text[start:stop]
    yield ("statement", text, "", number, [(start, start, f"if !{ON} {{ "), (stop, stop, " }")], "")


def arguments(source, number, codes):
    """Two arguments beside each other that are names, exchanged; and an error's code, changed."""
    called = source.tokens[number - 1] if number else None
    if called is None or called.kind != "word" or called.end != source.tokens[number].start or called.text in KEYWORDS:
        return
    if source.at(number - 2) in ("func", "case", "macro"):
        return
    values = []
    for first, end in source.parts(number + 1, source.closing.get(number, number)):
        if source.at(first + 1) == ":":
            first += 2
        values.append((first, end))
    if called.text.endswith("Error") and values:
        first, end = values[0]
        code = source.at(first + 1)
        others = sorted(codes.get(called.text, set()) - {code})
        if end - first == 2 and source.at(first) == "." and others:
            other = next((o for o in others if o > code), others[0])
            start, stop = source.tokens[first].start, source.tokens[end - 1].end
            yield ("error code", "." + code, "." + other, first, [(start, stop, f"({ON} ? .{other} : .{code})")], "")
    for (first, end), (second, last) in zip(values, values[1:]):
        a, b = source.tokens[first], source.tokens[second]
        if end - first == 1 and last - second == 1 and a.kind == b.kind == "word" and a.text != b.text:
            if any(t[0].isupper() or t in ("nil", "true", "false", "self") or t in KEYWORDS for t in (a.text, b.text)):
                continue
            edits = [(a.start, a.end, f"({ON} ? {b.text} : {a.text})"), (b.start, b.end, f"({ON} ? {a.text} : {b.text})")]
            yield ("arguments", f"{a.text}, {b.text}", f"{b.text}, {a.text}", first, edits, "")


def error_codes(sources):
    """The codes that errors are made with in these texts, by the error's type."""
    found = collections.defaultdict(set)
    for text in sources:
        for match in re.finditer(r"\b(\w+Error)\((?:\s*code:)?\s*\.(\w+)[,)]", text):
            found[match.group(1)].add(match.group(2))
    return found


def mutants(file, text, codes):
    """All mutants of a source, in the order of the text."""
    source, found, seen = Source(file, text), [], collections.Counter()
    for number, token in enumerate(source.tokens):
        kinds = []
        if token.text == "guard":
            kinds.append(guards(source, number))
        elif token.text == "if" and source.at(number - 1) != ".":
            kinds.append(exits(source, number))
        elif token.kind == "operator":
            kinds.append(operators(source, number, "@"))
        elif token.kind == "int" or token.text in ("true", "false"):
            kinds.append(literals(source, number))
        elif token.text == "(":
            kinds.append(arguments(source, number, codes))
        kinds.append(statements(source, number))
        for kind, before, after, where, edits, declaration in (each for kind in kinds for each in kind):
            line = source.tokens[where].line
            last = line + text.count("\n", source.tokens[where].start, edits[-1][1])
            place = source.lines[line - 1].strip()
            seen[place, before, after] += 1
            found.append(
                Mutant(kind, file, line, last, before, after, place, seen[place, before, after], edits, declaration))
    return found


def key(mutant):
    """A name for the mutant that stays when lines move."""
    return "\t".join((mutant.file, mutant.text, mutant.kind, mutant.before, mutant.after, str(mutant.nth)))
