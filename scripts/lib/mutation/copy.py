"""The copy of the package that is mutated and built, so that the package itself stays as it is."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess


def listed_files(root):
    """The package's files, without what git ignores; outside git, without folders that begin with a dot."""
    found = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "-z"], capture_output=True, check=False)
    if found.returncode == 0 and found.stdout:
        return [f for f in found.stdout.decode().split("\0") if f and (root / f).is_file()]
    return [
        str(path.relative_to(root)) for path in root.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(root).parts)]


def module_folder(root, module):
    """The module's folder in the package, or `None`."""
    for folder in [root / "Sources" / module, *root.glob(f"Sources/*/{module}")]:
        if folder.is_dir():
            return str(folder.relative_to(root))
    return None


def sources(root, folder):
    """The module's Swift files, by path in the package; none of Apple's, which don't compile here."""
    return sorted(
        str(path.relative_to(root)) for path in (root / folder).rglob("*.swift")
        if "Apple" not in path.relative_to(root / folder).parts)


def changed_lines(root, base, files):
    """The numbers of the lines that differ from `base`, by file."""
    text = subprocess.run(
        ["git", "-C", str(root), "diff", "--unified=0", "--relative", base, "--", *files],
        capture_output=True, text=True, check=True).stdout
    found, file = {}, None
    for line in text.split("\n"):
        if line.startswith("+++ "):
            file = line[6:]
        match = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        if match and file:
            first, count = int(match.group(1)), int(match.group(2) or 1)
            found.setdefault(file, set()).update(range(first, first + count))
    return found


class Copy:
    def __init__(self, root):
        self.root, self.folder = root, root / ".journey/mutate"
        self.tree = self.folder / "tree"

    def write(self, path, content):
        """Writes a file unless it is so already: what is written is compiled again."""
        target = self.tree / path
        if target.exists() and target.read_bytes() == content:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def refresh(self):
        """Makes the copy's files those of the package, but for a module that is mutated: its files are written by the build."""
        self.files = listed_files(self.root)
        self.tree.mkdir(parents=True, exist_ok=True)
        wanted = set(self.files)
        for path in listed_files_of_copy(self.tree):
            if path not in wanted:
                (self.tree / path).unlink()
        for path in self.files:
            if not (path.startswith("Sources/") and path.endswith(".swift")):
                self.write(path, (self.root / path).read_bytes())
                shutil.copymode(self.root / path, self.tree / path)
        # What scripts have set up for the tests: Python's packages and public vectors.
        for name in ("python", "vectors"):
            link, there = self.tree / ".journey" / name, self.root / ".journey" / name
            if there.exists() and not link.exists():
                link.parent.mkdir(parents=True, exist_ok=True)
                os.symlink(there, link)

    def restore(self, besides):
        """Writes the sources of every module but one."""
        for switch in self.tree.glob("Sources/**/MutationSwitch.swift"):
            if not str(switch.relative_to(self.tree)).startswith(besides + "/"):
                switch.unlink()
        for path in self.files:
            if path.startswith("Sources/") and path.endswith(".swift") and not path.startswith(besides + "/"):
                self.write(path, (self.root / path).read_bytes())

    def digest(self, module):
        """A digest of what the results depend on: the module's sources and its tests."""
        hashed, folder = hashlib.sha256(), module_folder(self.root, module)
        for path in sorted(self.files):
            if path.startswith((folder + "/", f"Tests/{module}Tests/", "Tests/TestSupport/")):
                hashed.update(path.encode() + b"\0" + (self.root / path).read_bytes() + b"\0")
        return hashed.hexdigest()


def listed_files_of_copy(tree):
    found = []
    for folder, folders, files in os.walk(tree):
        inside = pathlib.Path(folder).relative_to(tree)
        if not inside.parts:
            folders[:] = [f for f in folders if f not in (".build", ".journey")]
        found += [str(inside / f) for f in files if f != "MutationSwitch.swift" and f != "Package.resolved"]
    return found
