"""The types of what `embedlab/__init__.py` offers."""

from embedlab.api import judge as judge
from embedlab.api import open as open
from embedlab.api import project as project
from embedlab.api import search as search
from embedlab.api import train as train

__version__: str
