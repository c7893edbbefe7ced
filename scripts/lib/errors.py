#!/usr/bin/env python3
"""Writes docs/reference/errors.md from the declarations of error codes in Sources.

Usage: scripts/lib/errors.py [--check] [--root FOLDER]. With --check, nothing is written; the page has to be what would be. A code's
declaration has a comment directly above it: a sentence that says what happened, then a paragraph "Next step: …". A code with a title
(`RefusalCode`) needs only the next step. FOLDER has the package's layout; without it, the package of this script.

Needs Python 3.9. Status 0: done. 1: a code lacks a sentence or a next step, is declared twice or not at all, or the page differs.
"""

import pathlib
import re
import sys

PAGE = "docs/reference/errors.md"
COMMAND = "make errors"

HEAD = """# Errors

This page lists the error codes of all products, servers and commands, each with its meaning and the next step. It is for everybody
who searches for a code: app developers, journey authors and operators.

<!-- Generated from the declarations in Sources by `make errors`. Edit their comments, not this page. -->

Each code has an anchor: link to `errors.md#NET_TIMEOUT`. Codes are stable, messages may change. Where several parts of the package
use a code, it stands in the first part's table, with every meaning.

- Apps get a code as `JourneyError.code`, `SdkErrorCode` (the same type), or in the result `failed`
  ([at which point](partner-api.md#codes-of-failed)).
- Commands print it at the end of a message, such as `[FILE_MISSING]`, and as `error.code` with `--json`.
- Servers send it as `code` of a problem (RFC 9457).
- Codes of `journey lint` have [their own page](lint.md#codes).
"""

# Sections of the page: title, sentence, and per source the label (for codes of several sources) and the file.
SECTIONS = [
    ("Apps and journeys", "Codes of `ErrorCode` that every product and command can report.", [
        ("", "Base/JourneyBase/Flow/ErrorCode.swift"),
        ("", "Base/JourneyBase/Files/FileModePolicy.swift"),
        ("", "Systems/CredentialSharing/Plugin/PresentCredentialPlugin.swift"),
        ("", "Systems/ProntoWalletSDK/Plugin/AddToWalletPlugin.swift"),
    ]),
    ("Events of a journey", "Codes of events (`error`) and diagnostics. By themselves they don't end a run.", [
        ("event", "Systems/JourneyLanguage/Machine/MachineEffect.swift"),
        ("event", "Systems/HSBCPartnerSDK/Settlement/PaymentReconciler.swift"),
    ]),
    ("Expressions and guards", "Reasons inside other errors. Found at load, one refuses the manifest. In a run, its call fails, or its guard "
     "isn't taken.", [
        ("guard", "Systems/JourneyLanguage/Guards/GuardError.swift"),
        ("expression", "Systems/JourneyLanguage/Expressions/ExpressionError.swift"),
    ]),
    ("Card details", "Codes of the [card proxy](card-proxy.md) and of the page that shows a card.", [
        ("card proxy", "Base/JourneyWire/Cards/CardCode.swift"),
        ("", "Systems/CardDetailsSDK/Models/CardErrorCodes.swift"),
    ]),
    ("Gateway", "Codes of the [gateway](gateway.md)'s problems, and of its configuration.", [
        ("gateway", "Base/JourneyWire/Gateway/GatewayContract.swift"),
        ("gateway", "Base/JourneyWire/Gateway/ManifestContract.swift"),
        ("gateway", "Base/JourneyWire/Gateway/ProofContract.swift"),
        ("gateway", "Base/JourneyWire/Gateway/BankProxyContract.swift"),
        ("gateway", "Service/JourneyGateway/GatewayErrors.swift"),
    ]),
    ("Attestation", "Reasons for which the gateway rejects [evidence](attestation.md); their status is 422.", [
        ("attestation", "Base/JourneyWire/Gateway/AttestationContract.swift"),
    ]),
    ("Pass service", "Codes of the [pass service](pass-service.md) and the [pass web service](pass-updates.md).", [
        ("pass service", "Base/JourneyWire/Passes/PassCode.swift"),
        ("pass web service", "Base/JourneyWire/Passes/PassUpdateCode.swift"),
        ("pass service", "Service/JourneyGateway/Linux/Passes/Configuration/PassContent.swift"),
        ("pass service", "Service/JourneyGateway/Passes/Store/PassStore+Changing.swift"),
    ]),
    ("HTTP server", "Reasons in the request log of the [HTTP server](server.md).", [
        ("server", "Service/JourneyServer/Linux/HTTP/RequestReason.swift"),
    ]),
    ("Databases", "Codes of failed [database](databases.md) calls.", [
        ("database", "Service/JourneyServer/Database/DatabaseError.swift"),
    ]),
    ("Credential sharing", "Reasons of the [holder's and the reader's](credential-sharing.md) errors.", [
        ("holder", "Systems/CredentialSharing/Session/SessionError.swift"),
        ("reader", "Systems/CredentialSharing/Reader/ReaderError.swift"),
        ("link", "Systems/CredentialSharing/Proximity/TransportError.swift"),
        ("store", "Systems/CredentialSharing/Store/CredentialSource.swift"),
        ("reader", "Systems/CredentialSharing/Reader/RequestProfile.swift"),
        ("holder", "Systems/CredentialSharing/Consent/ConsentRequest.swift"),
    ]),
    ("Mobile documents", "Reasons of [mobile document](mobile-document.md) errors, and of checks that fail.", [
        ("check", "Systems/MobileDocument/Policy/VerificationFault.swift"),
        ("response", "Systems/MobileDocument/Response/DeviceResponse.swift"),
        ("issuing", "Systems/MobileDocument/Issuing/IssuingError.swift"),
        ("check", "Systems/MobileDocument/Request/ReaderTrust.swift"),
        ("session", "Systems/MobileDocument/Session/ChannelError.swift"),
        ("website", "Systems/MobileDocument/Website/WebsiteRequest.swift"),
        ("NFC", "Systems/MobileDocument/NDEF/NDEFError.swift"),
    ]),
    ("Wallet passes", "Faults of a [pass](wallet-pass.md), and reasons for which its signature is refused.", [
        ("pass check", "Systems/WalletPass/Checking/PassFault.swift"),
        ("signature check", "Systems/WalletPass/Verifying/PassVerifierFailure.swift"),
    ]),
    ("Payment codes", "Reasons for which a [payment code](payment-qr.md) is refused. Messages name the object.", [
        ("", "Systems/PaymentQR/Errors/PaymentCodeFault.swift"),
    ]),
    ("Certificates", "Reasons for which a [certificate](certificates.md) is refused.", [
        ("", "Base/JourneyCrypto/X509/CertificateError.swift"),
    ]),
    ("Encodings", "Reasons for which bytes are refused as JSON, CBOR, COSE or DER. Messages name the place.", [
        ("JSON", "Base/JourneyBase/JSON/JSONReader.swift"),
        ("CBOR", "Base/JourneyCBOR/Reading/CBORError.swift"),
        ("COSE", "Base/JourneyCBOR/COSE/COSEError.swift"),
        ("DER", "Base/JourneyCrypto/DER/DERError.swift"),
    ]),
    ("Commands", "Codes of the [commands](commands.md)' own errors. `SERVICE_404` and the like mean: the pass service answered with this status.", [
        ("command", "Tools/JourneyCLI/Parsing/CommandCode.swift"),
        ("command", "Tools/JourneyPassTool/Wallet/WalletCode.swift"),
        ("command", "Tools/journey-web/Autopilot/Autopilot.swift"),
        ("command", "Tools/JourneySandbox/Pages/PageSettings.swift"),
        ("command", "Tools/JourneySandbox/Drafting/Upstream.swift"),
    ]),
    ("Sandbox", "Codes that the [sandbox](sandbox.md)'s test bank sends in problems.", [
        ("sandbox bank", "Base/JourneyWire/Bank/BankField.swift"),
        ("sandbox", "Tools/SandboxServices/Faults/FaultyService.swift"),
        ("drafted bank", "Tools/JourneySandbox/Drafting/FakeBank.swift"),
    ]),
]

KINDS = "Service/JourneyServer/Database/DatabaseError.swift"
LINT = "Systems/JourneyLanguage/Reading/LintRule.swift"

# Texts in capitals that are no codes of ours: environment variables, events, the ways in which a shown card is hidden again,
# and codes of PayPal's API that the table of responses knows.
NO_CODES = re.compile(
    r"JOURNEY_(HOME|PYTHON|GATEWAY_ENVIRONMENT)|(NO_COLOR|VTE_VERSION|KONSOLE_VERSION|TERM_PROGRAM)|LISTEN_(PID|FDS|FDNAMES)"
    r"|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS|(GTK|WEBKIT)_A11Y\w*|WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"
    r"|WAYLAND_DISPLAY|GDK_BACKEND|BRIDGE_ERROR|TIME_UP"
    r"|PAYPAL_REQUEST_ID_PREVIOUSLY_USED|DUPLICATE_REQUEST_ID|ORDER_ALREADY_(CAPTURED|AUTHORIZED)")
# Test doubles of pages report what a page would.
NO_SOURCES = ("Tools/JourneyTesting/", "Tools/CardDetailsTesting/", "Tools/HSBCPartnerTesting/")

CODE = re.compile(r'"([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)"')
DECLARED = re.compile(
    r'case \w+ = "([A-Z][A-Z0-9_]+)"|rawValue: "([A-Z][A-Z0-9_]+)"|(?:= |: |\? |\d, |\()"([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)"')


class Fault(Exception):
    """One sentence about a declaration."""


def comment_above(lines, index):
    """The paragraphs of the comment that ends on the line above `index`, or above the declaration that goes on there."""
    start = index
    while start > 0 and not re.match(r"\s*(public|package|private|static|case|let|var|default|return|extension)\b", lines[start]):
        start -= 1
    first = start
    while first > 0 and lines[first - 1].strip().startswith("//"):
        first -= 1
    comment = [line.strip() for line in lines[first:start]]
    # A plain comment above a documented declaration heads a group.
    documented = [line for line in comment if line.startswith("///")]
    text = "\n".join(line.lstrip("/").strip() for line in (documented or comment))
    return [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text) if paragraph.strip()]


def declarations(text, place):
    """The codes that a file declares: code -> (status or "", sentence, next step)."""
    lines, found = text.split("\n"), {}
    for index, line in enumerate(lines):
        if line.strip().startswith("//"):
            continue
        for match in DECLARED.finditer(line):
            code = next(group for group in match.groups() if group)
            if code in found or NO_CODES.fullmatch(code):
                continue
            paragraphs = comment_above(lines, index)
            steps = [paragraph for paragraph in paragraphs if paragraph.startswith("Next step: ")]
            titled = re.search(rf'Self\((\d+), "{code}",\s*"([^"]+)"', "\n".join(lines[index:index + 3]))
            refusal = re.search(rf'WireRefusal\((\d+), "{code}"', line)
            status = titled[1] if titled else refusal[1] if refusal else ""
            sentences = [titled[2]] if titled else [p for p in paragraphs if not p.startswith("Next step: ")]
            # FaultyService also repeats a code of another file on the line of its own.
            if not steps and not sentences and "status == 429" in line:
                continue
            if not sentences or not re.search(r"[.]$", sentences[0]):
                raise Fault(f"{place}:{index + 1}: {code} has no sentence: say what happened in the comment above it")
            if len(steps) != 1 or not steps[0].endswith("."):
                raise Fault(f"{place}:{index + 1}: {code} has no next step: add a paragraph “Next step: ….” to its comment")
            found[code] = (status, sentences[0], steps[0][len("Next step: "):])
    return found


def sources(root):
    """All Swift files of Sources, by path below it."""
    folder = root / "Sources"
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.swift"))}


def collect(files):
    """Per section: (title, sentence, rows {code: [(label, status, sentence, step)]}, codes that stand in an earlier section)."""
    sections, home = [], {}
    for title, sentence, listed in SECTIONS:
        rows, elsewhere = {}, []
        for label, path in listed:
            if path not in files:
                raise Fault(f"Sources/{path} is listed in scripts/lib/errors.py and does not exist")
            for code, (status, meaning, step) in declarations(files[path], f"Sources/{path}").items():
                if code in home and home[code] is not rows:
                    elsewhere.append(code)
                home.setdefault(code, rows).setdefault(code, []).append((label, status, meaning, step))
        sections.append((title, sentence, rows, elsewhere))
    return sections, home


def undeclared(files, known):
    """Codes that stand in Sources and are declared nowhere."""
    lint = set(CODE.findall(files.get(LINT, "")))
    found = []
    for path, text in files.items():
        if path == LINT or path.startswith(NO_SOURCES):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip().startswith("//"):
                found += [
                    f"Sources/{path}:{number}: {code} is declared in no file that scripts/lib/errors.py lists"
                    for code in CODE.findall(line)
                    if code not in known and code not in lint and not NO_CODES.fullmatch(code)]
    return found


def kinds(text):
    """The kinds of database errors: (kind, sentence, code)."""
    codes = {}
    names = dict((name, code) for name, code in re.findall(r'static let (\w+) = ErrorCode\(rawValue: "(\w+)"\)', text))
    names["storeFailed"] = "STORE_FAILED"
    for cases, code in re.findall(r"case ((?:\.\w+(?:,\s*)?)+):\s*JourneyError\(\s*\.(\w+)", text):
        codes.update({case.strip(" .\n"): names[code] for case in cases.split(",")})
    body = text[text.index("enum Kind"):]
    return [(name, sentence, codes[name]) for sentence, name in re.findall(r"/// (.+)\n\s*case (\w+)", body) if name in codes]


def row(code, meanings):
    """One line of a table."""
    several = len({(meaning, step) for _, _, meaning, step in meanings}) > 1
    cells = []
    for index in (2, 3):
        texts = []
        for meaning in meanings:
            label = f"*{meaning[0]}:* " if several and meaning[0] else ""
            text = label + meaning[index].replace("|", "\\|")
            if text not in texts:
                texts.append(text)
        cells.append("<br>".join(texts))
    status = sorted({meaning[1] for meaning in meanings if meaning[1]})
    note = f" ({', '.join(status)})" if status else ""
    return f'| <a id="{code}"></a>`{code}`{note} | {cells[0]} | {cells[1]} |'


def page(files):
    """The page's text, and the number of codes of each section."""
    sections, home = collect(files)
    faults = undeclared(files, home)
    if faults:
        raise Fault("\n".join(faults))
    parts, counts = [HEAD], []
    for title, sentence, rows, elsewhere in sections:
        counts.append((title, len(rows)))
        parts.append(f"\n## {title}\n\n{sentence} A number in parentheses is the HTTP status.\n" if any(
            status for meanings in rows.values() for _, status, _, _ in meanings) else f"\n## {title}\n\n{sentence}\n")
        if rows:
            parts.append("\n| code | means | do |\n|---|---|---|\n")
            parts += [row(code, rows[code]) + "\n" for code in sorted(rows)]
        if elsewhere:
            links = ", ".join(f"[`{code}`](#{code})" for code in sorted(set(elsewhere)))
            parts.append(f"\nAlso used here: {links}.\n")
        if title == "Databases":
            parts.append("\n`DatabaseError.kind` says more, to code that calls a database itself:\n\n| kind | means | code |\n|---|---|---|\n")
            parts += [f"| `{name}` | {meaning} | [`{code}`](#{code}) |\n" for name, meaning, code in kinds(files[KINDS])]
    return "".join(parts), counts


def main(arguments):
    root = pathlib.Path(__file__).resolve().parents[2]
    if "--root" in arguments:
        root = pathlib.Path(arguments[arguments.index("--root") + 1])
    try:
        text, counts = page(sources(root))
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    target = root / PAGE
    if "--check" in arguments:
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            print(f"{PAGE} is not what the declarations say: run {COMMAND}", file=sys.stderr)
            return 1
        return 0
    target.write_text(text, encoding="utf-8")
    print(f"{PAGE}: {sum(count for _, count in counts)} codes")
    for title, count in counts:
        print(f"  {count:4} {title}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
