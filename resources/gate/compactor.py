"""A compactor to begin with: one JSON document on stdin, one on stdout. Replace condense() by your own."""

import json
import sys

KEEP = 6


def said(message):
    """What a person typed; None for results of tools and for the assistant."""
    content = message["content"]
    if message["role"] != "user":
        return None
    if isinstance(content, str):
        return content
    if any(block["type"] == "tool_result" for block in content):
        return None
    return "\n".join(block.get("text", "") for block in content)


def condense(messages):
    cut = max(1, len(messages) - KEEP)
    # No result may stand without its call: what is kept begins with the assistant.
    while cut < len(messages) and messages[cut]["role"] != "assistant":
        cut += 1
    texts = [text for text in map(said, messages[1:cut]) if text]
    summary = {"role": "user", "content": "Asked so far:\n" + "\n".join(texts)}
    return [messages[0], summary, *messages[cut:]]


document = json.load(sys.stdin)
json.dump({"messages": condense(document["messages"]), "usage": {"costUsd": 0}}, sys.stdout)
