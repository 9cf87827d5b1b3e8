"""What the atlas answers, written out: text, Markdown, Mermaid, dot, HTML."""
