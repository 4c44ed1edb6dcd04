"""The picture of Pyramids: drawing, touch paths, previews."""
