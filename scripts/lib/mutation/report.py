"""Results as text and JSON, and the list of mutants that can't change behaviour."""

import json

LIST = "Tests/Mutation/equivalent.json"
OUTCOMES = ("survived", "timed out", "explained", "killed", "not compiled")


def read_listed(root):
    """The listed mutants: `file`, `line` (its text), `before`, `after`, `reason`; `nth` of several that are alike (1)."""
    path = root / LIST
    if not path.exists():
        return {}
    return {
        (e["file"], e["line"], e["before"], e["after"], e.get("nth", 1)): e["reason"] for e in json.loads(path.read_text())}


def name(mutant):
    return mutant.file, mutant.text, mutant.before, mutant.after, mutant.nth


def missing_entries(root, mutants_of):
    """Sentences about listed mutants that no source has any more."""
    known = {}
    for entry in read_listed(root):
        file = entry[0]
        if file not in known:
            known[file] = {name(m) for m in mutants_of(file)} if (root / file).exists() else set()
        if entry not in known[file]:
            yield f"{LIST} lists a mutant that doesn't exist: {file}: {entry[1]}: {entry[2]} -> {entry[3]}"


def check_listed(folder, listed, results, options):
    """Sentences about listed mutants of this module that a test kills, or that don't exist."""
    outcomes = {name(mutant): result for mutant, result in results.values()}
    problems = []
    for entry in listed:
        if not entry[0].startswith(folder + "/"):
            continue
        result = outcomes.get(entry)
        if result is None:
            if not (options.sample or options.changed or options.files or options.minutes):
                problems.append(f"{LIST} lists a mutant that doesn't exist: {entry[0]}: {entry[1]}: {entry[2]} -> {entry[3]}")
        elif result["outcome"] != "survived":
            problems.append(f"{LIST} lists a mutant that was {result['outcome']}: {entry[0]}: {entry[1]}: {entry[2]} -> {entry[3]}")
    return problems


def explained(results, listed, seconds, problems):
    """The results of one module by outcome; a survivor that is listed is explained."""
    report = {outcome: [] for outcome in OUTCOMES}
    for mutant, result in results.values():
        reason = listed.get(name(mutant)) if result["outcome"] == "survived" else None
        entry = {
            "file": mutant.file, "line": mutant.line, "operator": mutant.kind, "before": mutant.before, "after": mutant.after,
            "text": mutant.text, "nth": mutant.nth}
        entry.update({k: v for k, v in result.items() if k != "outcome"})
        if reason:
            entry["reason"] = reason
        report["explained" if reason else result["outcome"]].append(entry)
    for entries in report.values():
        entries.sort(key=lambda e: (e["file"], e["line"]))
    report["problems"] = problems
    report["seconds"] = round(seconds)
    return report


def print_module(module, report):
    for outcome in ("survived", "timed out"):
        for e in report[outcome]:
            missed = " (no test reaches it)" if e.get("reached") is False else ""
            print(f"{outcome}: {e['file']}:{e['line']}: {e['operator']}: {e['before']} -> {e['after'] or 'nothing'}{missed}")
            print(f"    {e['text']}")
    for problem in report["problems"]:
        print(problem)
    counts = {outcome: len(report[outcome]) for outcome in OUTCOMES}
    judged = sum(counts.values()) - counts["not compiled"]
    found = judged - counts["survived"]
    share = f"{100 * found / judged:.1f} %" if judged else "nothing"
    rate = f", {3600 * judged / report['seconds']:.0f} an hour" if report["seconds"] else ""
    print(
        f"{module}: {judged} mutants, {share} noticed or explained: {counts['killed']} killed, {counts['explained']} explained, "
        f"{counts['survived']} survived, {counts['timed out']} timed out; {counts['not compiled']} not compiled{rate}.")
