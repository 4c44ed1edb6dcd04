"""The steps, one file each; the first makes what the first release had."""
