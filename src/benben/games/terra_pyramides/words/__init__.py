"""The words of Terra Pyramides: notation, reasons, prompts, narration, lesson, text board; German in `de.po`."""

from __future__ import annotations

from benben.core.text import texts

_ = texts(__package__)
