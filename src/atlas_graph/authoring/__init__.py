"""From the YAML that people edit to the release: reading with positions, checking, compiling."""
