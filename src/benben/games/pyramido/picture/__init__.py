"""The picture of Pyramido: drawing, touch paths, previews."""
