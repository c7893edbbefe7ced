"""The documents of a release, made of what is to be published and of the package's own description.

write FOLDER    journeykit.cdx.json, an SBOM (CycloneDX 1.6); Package.swift, by which hosts take the frameworks, with its
                checksum; and journeykit.intoto.json, a provenance statement (in-toto Statement v1, SLSA provenance v1):
                the same input gives the same bytes
verify FOLDER   every framework is there, its checksum is right, and all documents are about these very bytes

Python's own library alone, so that it runs wherever a release can be built.
"""

import argparse
import hashlib
import json
import pathlib
import re
import sys
import uuid
import zipfile

SBOM = "journeykit.cdx.json"
PROVENANCE = "journeykit.intoto.json"
MANIFEST = "Package.swift"
SHA256 = re.compile(r"[0-9a-f]{64}")
# A binary target: its name, and of its archive the release, the name and the checksum.
TARGET = re.compile(
    r'name: "(\w+)",\s*url: "[^"]*/releases/download/v([^/"]+)/(\w+)\.xcframework\.zip",\s*checksum: "([0-9a-f]{64})"'
)
# SLSA v1 wants URIs of the builder and of the run; ours are pages of the forge.
ADDRESS = re.compile(r"https://[A-Za-z0-9.:-]+(/[A-Za-z0-9._~-]+)+")


class Refused(Exception):
    """One sentence about what does not fit."""


def archive(folder, name):
    return folder / f"{name}.xcframework.zip"


def checksum(path):
    return path.with_name(path.name + ".checksum")


def digest(path):
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        raise Refused(f"{path.name} is not there.") from None


def uses(package, names):
    """Module -> the modules of this package that it stands on, as Package.swift has them."""
    if package.get("dependencies"):
        raise Refused("The package has outside dependencies, which this SBOM does not describe.")
    targets = {target["name"]: target for target in package["targets"]}
    table = {}
    for name in names:
        if name not in targets:
            raise Refused(f"Package.swift has no module {name}.")
        wanted = sorted({entry["byName"][0] for entry in targets[name]["dependencies"]})
        for other in wanted:
            if other not in names:
                raise Refused(f"{name} stands on {other}, which is not published.")
        table[name] = wanted
    return table


def sbom(table, digests, options):
    def reference(name):
        return f"JourneyKit/{name}@{options.version}"

    whole = f"JourneyKit@{options.version}"
    components = [
        {
            "type": "library", "bom-ref": reference(name), "group": "JourneyKit", "name": name,
            "version": options.version, "hashes": [{"alg": "SHA-256", "content": digests[name]}],
            "properties": [{"name": "journeykit:archive", "value": f"{name}.xcframework.zip"}],
        }
        for name in sorted(table)
    ]
    dependencies = [{"ref": whole, "dependsOn": [reference(name) for name in sorted(table)]}]
    dependencies += [
        {"ref": reference(name), "dependsOn": [reference(other) for other in table[name]]} for name in sorted(table)
    ]
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {
            "timestamp": options.time,
            "tools": {"components": [{"type": "application", "name": "scripts/release/sbom.py"}]},
            "component": {
                "type": "library", "bom-ref": whole, "name": "JourneyKit", "version": options.version,
                "externalReferences": [{"type": "vcs", "url": options.repository}],
            },
        },
        "components": components, "dependencies": dependencies,
        # Nothing outside of the package is built in; what the system brings is not ours to list.
        "compositions": [{"aggregate": "complete", "assemblies": [whole]}],
    }
    # Names these contents: another release, or another byte of one, has another number.
    name = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document, sort_keys=True))
    return {"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "serialNumber": f"urn:uuid:{name}", **document}


def closure(table, roots):
    """These modules and all that they stand on."""
    found, queue = set(), list(roots)
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += table[name]
    return sorted(found)


def manifest(package, table, digests, options):
    """A package of the published frameworks: each library product with all the modules that it needs, because a binary
    target has no dependencies of its own. A product of which a module is not published is for tests."""
    tools = ".".join(package["toolsVersion"]["_version"].split(".")[:2])
    oldest = {entry["platformName"]: entry["version"] for entry in package["platforms"]}["ios"]
    lines = [
        f"// swift-tools-version: {tools}",
        f"// JourneyKit {options.version} as binary frameworks, for iOS and its simulator.",
        "import PackageDescription", "", "let package = Package(", '    name: "JourneyKit",',
        f'    platforms: [.iOS("{oldest}")],', "    products: [",
    ]
    for product in package["products"]:
        if set(product["targets"]) <= set(table):
            needed = ", ".join(f'"{name}"' for name in closure(table, product["targets"]))
            lines.append(f'        .library(name: "{product["name"]}", targets: [{needed}]),')
    lines += ["    ],", "    targets: ["]
    for name in sorted(table):
        address = f"{options.repository}/releases/download/v{options.version}/{name}.xcframework.zip"
        lines += [
            "        .binaryTarget(", f'            name: "{name}",', f'            url: "{address}",',
            f'            checksum: "{digests[name]}"),',
        ]
    return "\n".join([*lines, "    ])", ""])


def provenance(files, options):
    tag = f"refs/tags/v{options.version}"
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": name, "digest": {"sha256": files[name]}} for name in sorted(files)
        ],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{options.repository}/blob/v{options.version}/.github/workflows/ios-sdk.yml",
                "externalParameters": {"repository": options.repository, "ref": tag},
                "resolvedDependencies": [
                    {"uri": f"git+{options.repository}@{tag}", "digest": {"gitCommit": options.commit}}
                ],
            },
            "runDetails": {"builder": {"id": options.builder}, "metadata": {"invocationId": options.run}},
        },
    }


def write(folder, options):
    for what, text in (("repository", options.repository), ("builder", options.builder), ("run", options.run)):
        if not ADDRESS.fullmatch(text or ""):
            raise Refused(f"The {what} is no address: {text}.")
    package = json.loads(pathlib.Path(options.package).read_text())
    table = uses(package, options.names)
    digests = {name: digest(archive(folder, name)) for name in options.names}
    (folder / MANIFEST).write_text(manifest(package, table, digests, options))
    files = {archive(folder, name).name: found for name, found in digests.items()}
    files[MANIFEST] = digest(folder / MANIFEST)
    checksum(folder / MANIFEST).write_text(files[MANIFEST] + "\n")
    for name, document in ((SBOM, sbom(table, digests, options)), (PROVENANCE, provenance(files, options))):
        (folder / name).write_text(json.dumps(document, indent=2) + "\n")


def read(folder, name):
    try:
        return json.loads((folder / name).read_text())
    except OSError:
        raise Refused(f"{name} is not there.") from None
    except ValueError:
        raise Refused(f"{name} cannot be read.") from None


def check_checksum(path):
    """Gives the digest of a file that has its own checksum beside it."""
    found, told = digest(path), checksum(path)
    if not told.is_file() or told.read_text().strip() != found:
        raise Refused(f"The checksum of {path.name} is not its own.")
    return found


def check_archive(folder, name, sources):
    """What is in the archive of one module, and beside it; gives its digest."""
    path = archive(folder, name)
    found = check_checksum(path)
    try:
        with zipfile.ZipFile(path) as opened:
            broken, entries = opened.testzip(), opened.namelist()
            manifests = [opened.read(entry) for entry in entries if entry.endswith(".framework/PrivacyInfo.xcprivacy")]
    except zipfile.BadZipFile:
        raise Refused(f"{path.name} is no archive.") from None
    if broken or f"{name}.xcframework/Info.plist" not in entries:
        raise Refused(f"{path.name} holds no whole {name}.xcframework.")
    for manifest in sources.glob(f"*/{name}/Resources/PrivacyInfo.xcprivacy"):
        if not manifests or any(one != manifest.read_bytes() for one in manifests):
            raise Refused(f"{path.name} lacks the privacy manifest of {name}.")
    return found


def verify(folder, options):
    digests = {name: check_archive(folder, name, pathlib.Path(options.sources)) for name in options.names}
    strangers = {path.name for path in folder.glob("*.zip")} - {archive(folder, name).name for name in options.names}
    if strangers:
        raise Refused(f"{sorted(strangers)[0]} is none of the release's.")
    bill = read(folder, SBOM)
    listed = {
        part.get("name"): [one.get("content") for one in part.get("hashes", []) if one.get("alg") == "SHA-256"]
        for part in bill.get("components", [])
    }
    if bill.get("metadata", {}).get("component", {}).get("version") != options.version:
        raise Refused(f"{SBOM} is of another version.")
    if listed != {name: [found] for name, found in digests.items()}:
        raise Refused(f"{SBOM} is about other bytes.")
    files = {archive(folder, name).name: found for name, found in digests.items()}
    files[MANIFEST] = check_checksum(folder / MANIFEST)
    told = TARGET.findall((folder / MANIFEST).read_text())
    if sorted(told) != sorted((name, options.version, name, found) for name, found in digests.items()):
        raise Refused(f"{MANIFEST} is about other bytes.")
    statement = read(folder, PROVENANCE)
    subjects = {one.get("name"): one.get("digest", {}).get("sha256") for one in statement.get("subject", [])}
    if subjects != files:
        raise Refused(f"{PROVENANCE} is about other bytes.")
    # No two of them the same: one would be the other under its name.
    if len(set(digests.values())) != len(digests) or not all(SHA256.fullmatch(one) for one in digests.values()):
        raise Refused("Two frameworks are one.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", choices=("write", "verify"))
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--version", required=True)
    parser.add_argument("--package")
    parser.add_argument("--commit")
    parser.add_argument("--time")
    parser.add_argument("--repository")
    parser.add_argument("--builder")
    parser.add_argument("--run")
    parser.add_argument("--sources", default="Sources")
    options = parser.parse_intermixed_args()
    try:
        (write if options.step == "write" else verify)(options.folder, options)
    except Refused as refusal:
        sys.exit(f"journey: {refusal}")


main()
