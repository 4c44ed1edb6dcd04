"""The web: an API for programs and pages for people, over one `Service`."""
