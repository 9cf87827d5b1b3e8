"""The explorer: a static site that shows a release to people, complete without JavaScript and under any address."""
