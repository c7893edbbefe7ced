#!/usr/bin/env python3
"""Reads what `swift symbolgraph-extract` says of the public declarations, for scripts/api.sh."""

import glob
import json
import os
import sys


def library_products(package):
    """The library products of a dumped package: their names, with the modules that each exports."""
    with open(package) as file:
        return {p["name"]: p["targets"] for p in json.load(file)["products"] if "library" in p["type"]}


def modules_used(package):
    """The Swift modules that the library products are built from, those that they export among them."""
    with open(package) as file:
        described = json.load(file)
    targets = {t["name"]: t for t in described["targets"] if t["type"] == "regular" and "/Ground/" not in t["path"]}
    found = []
    queue = [m for p in described["products"] if "library" in p["type"] for m in p["targets"]]
    while queue:
        name = queue.pop()
        if name in targets and name not in found:
            found.append(name)
            queue += [d["byName"][0] for d in targets[name]["dependencies"] if "byName" in d]
    return sorted(found)


def declarations(folder, module):
    """The public declarations of a module, its extensions of other modules among them, without what the compiler derives."""
    names = []
    for path in glob.glob(os.path.join(folder, module + ".symbols.json")) + glob.glob(
        os.path.join(folder, module + "@*.symbols.json")
    ):
        with open(path) as file:
            symbols = [s for s in json.load(file)["symbols"] if "location" in s]
        names += [(".".join(s["pathComponents"]), s["kind"]["displayName"].lower()) for s in symbols]
    return sorted(names)


def main(arguments):
    products = library_products(arguments[1])
    modules = modules_used(arguments[1])
    if arguments[0] == "modules":
        print("\n".join(modules))
        return 0
    wanted = [a for a in arguments[3:] if a != "--count"]
    unknown = [name for name in wanted if name not in products]
    if unknown:
        print(f"journey: api: there is no library product {unknown[0]}.", file=sys.stderr)
        return 2
    for name in wanted or products:
        surface = {m: declarations(arguments[2], m) for m in products[name]}
        counts = ", ".join(f"{m} {len(d)}" for m, d in surface.items())
        print(f"{name}: {sum(map(len, surface.values()))} public declarations ({counts})")
        if "--count" in arguments:
            continue
        for module, found in surface.items():
            for declaration, kind in found:
                print(f"    {module} {declaration} ({kind})")
    if not wanted:
        exported = {m for targets in products.values() for m in targets}
        rest = {m: declarations(arguments[2], m) for m in modules if m not in exported}
        counts = ", ".join(f"{m} {len(d)}" for m, d in rest.items())
        print(f"Modules that products only use: {sum(map(len, rest.values()))} public declarations ({counts})")
    return 0


sys.exit(main(sys.argv[1:]))
