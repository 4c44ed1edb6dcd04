"""The picture of Terra Pyramides: drawing, touch paths, previews."""
