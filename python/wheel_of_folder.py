"""Makes the wheel without any tool but Python: `pip install ./python` needs no network.

A wheel (PEP 427) is a zip file of the package and three files on it; pip asks for it
through this function (PEP 517).
"""
import base64
import hashlib
import pathlib
import tomllib
import zipfile

here = pathlib.Path(__file__).resolve().parent


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel into the folder and returns its name."""
    project = tomllib.loads((here / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = f"{name}-{version}.dist-info"
    files = {f"{name}/{file.name}": file.read_bytes()
             for file in sorted((here / name).iterdir()) if file.suffix in (".py", ".typed")}
    # where a build of the library is looked for, when none is installed
    files[f"{name}/source.txt"] = str(here.parent).encode()
    files[f"{info}/METADATA"] = "\n".join([
        "Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}",
        f"Summary: {project['description']}", f"Requires-Python: {project['requires-python']}",
        "License: MIT", ""]).encode()
    files[f"{info}/WHEEL"] = (b"Wheel-Version: 1.0\nGenerator: wheel_of_folder\n"
                              b"Root-Is-Purelib: true\nTag: py3-none-any\n")
    record = [f"{path},sha256={digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as to:
        for path, data in files.items():
            to.writestr(path, data)
    return wheel


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
