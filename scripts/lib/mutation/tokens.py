"""Splits Swift sources into tokens, as far as scripts/lib/mutate.py needs it: comments, literals of strings and regular expressions,
attributes and compiler directives are told from code."""

import collections
import re

# `depth` counts the open brackets before the token, `inner` is the innermost open bracket's token number or -1.
Token = collections.namedtuple("Token", "kind text start end line inner")

WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_]*|`[A-Za-z0-9_]+`")
NUMBER = re.compile(r"0x[0-9A-Fa-f_]+(?![.\w])|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?")
OPERATOR = re.compile(r"[-+*/%=<>&|^~!?]+|\.\.[.<]")
STRING = re.compile(r'(#*)("""|")')
REGEX_AFTER = set("(,=:[{&|")


def end_of_string(text, at):
    """The index after the string literal that begins at `at`, with its interpolations."""
    opening = STRING.match(text, at)
    hashes, quote = opening.groups()
    at = opening.end()
    while at < len(text):
        if text.startswith("\\" + hashes + "(", at):
            at, depth = at + len(hashes) + 2, 1
            while depth and at < len(text):
                if STRING.match(text, at):
                    at = end_of_string(text, at)
                    continue
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
        elif text.startswith("\\" + hashes, at):
            at += 2 + len(hashes)
        elif text.startswith(quote + hashes, at):
            return at + len(quote) + len(hashes)
        else:
            at += 1
    return at


def end_of_comment(text, at):
    """The index after the block comment that begins at `at`; block comments nest."""
    depth = 0
    while at < len(text):
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
            if not depth:
                return at
        else:
            at += 1
    return at


def end_of_regex(text, at):
    """The index after the regular expression that begins at `at`, or `None` when it is a division."""
    if text.startswith("#/", at):
        end = text.find("/#", at + 2)
        return None if end < 0 else end + 2
    before = text[:at].rstrip(" ")
    if not before or not (before[-1] in REGEX_AFTER or before[-1] == "\n" or re.search(r"\b(return|try)$", before)):
        return None
    if text[at + 1 : at + 2] in (" ", "\n", "/", "*", "=", ")"):
        return None
    found = re.compile(r"/(?:\\.|[^/\\\n])+/").match(text, at)
    return found.end() if found else None


def tokens(text):
    """The tokens of a Swift source, without comments, attributes and directives."""
    found, open_brackets, at, line = [], [], 0, 1

    def add(kind, end):
        inner = open_brackets[-1] if open_brackets else -1
        found.append(Token(kind, text[at:end], at, end, line, inner))

    while at < len(text):
        character = text[at]
        end = at + 1
        if character == "\n" or character.isspace():
            pass
        elif text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", at):
            end = end_of_comment(text, at)
        elif STRING.match(text, at):
            end = end_of_string(text, at)
            add("string", end)
        elif character == "#" and re.match(r"#(if|elseif|else|endif|sourceLocation|warning|error)\b", text[at:]):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif (character == "/" or text.startswith("#/", at)) and end_of_regex(text, at):
            end = end_of_regex(text, at)
            add("regex", end)
        elif character == "@" or (character == "#" and text.startswith("#available", at)):
            end = re.compile(r"[@#][\w.]+(\([^()]*\))?").match(text, at).end() if text[at + 1 : at + 2].isalpha() else end
        elif WORD.match(text, at):
            end = WORD.match(text, at).end()
            add("word", end)
        elif character.isdigit():
            end = NUMBER.match(text, at).end()
            kind = "int" if re.fullmatch(r"0[xbo][0-9A-Fa-f_]+|[0-9][0-9_]*", text[at:end]) else "number"
            add(kind, end)
        elif OPERATOR.match(text, at):
            end = OPERATOR.match(text, at).end()
            add("operator", end)
        elif character in "([{":
            add("open", end)
            open_brackets.append(len(found) - 1)
        elif character in ")]}":
            if open_brackets:
                open_brackets.pop()
            add("close", end)
        else:
            add("mark", end)
        line += text.count("\n", at, end)
        at = end
    return found
