"""The picture of Pyramidis: drawing, touch paths, previews."""
