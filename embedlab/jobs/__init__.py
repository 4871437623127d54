"""Long work in processes of its own: submit, progress, stop, share. Knows neither Streamlit nor torch."""

from embedlab.jobs.engine import Engine
from embedlab.jobs.work import FINISHED, Job

__all__ = ["FINISHED", "Engine", "Job"]
