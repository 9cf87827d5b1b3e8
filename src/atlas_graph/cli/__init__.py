"""The command line: one small module a command, parsing and printing only.

A module offers ``add_parser(subparsers)`` and ``run(args) -> int``; :mod:`atlas_graph.cli.main` lists them.
"""
