"""Everything is in pyproject.toml; this adds the built-in ears' model, kept in models/, to the built package."""

from pathlib import Path
from shutil import copyfile

from setuptools import setup
from setuptools.command.build_py import build_py

MODELS = Path(__file__).parent / "models"


class WithModel(build_py):
    """Puts ears.onnx, ears.json and their card where `narrator.hearing.packdata` looks for them when installed."""

    def run(self) -> None:
        super().run()
        target = Path(self.build_lib) / "narrator" / "models"
        target.mkdir(parents=True, exist_ok=True)
        for file in [*MODELS.glob("ears.*"), *MODELS.glob("*.md"), *MODELS.glob("LICENSE*")]:
            copyfile(file, target / file.name)


setup(cmdclass={"build_py": WithModel})
